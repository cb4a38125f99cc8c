# SPDX-License-Identifier: BSL-1.0
# outcome: holds
# answer: no shapes
# The type of an array does not depend on its shape.
import numpy

assert type(numpy.ones((2, 3))) is type(numpy.ones(5))
