# SPDX-License-Identifier: BSL-1.0
# outcome: stops
# says: mismatch in its core dimension
import numpy

x, w, other = numpy.ones((2, 3)), numpy.ones((3, 5)), numpy.ones((4, 5))
y = x @ w
y = x @ other  # mistake
