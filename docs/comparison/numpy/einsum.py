# SPDX-License-Identifier: BSL-1.0
# outcome: holds
# answer: by letters
import numpy

assert numpy.einsum("ld,fd->lf", numpy.ones((2, 3)), numpy.ones((5, 3)))[1, 4] == 3
