# SPDX-License-Identifier: BSL-1.0
# outcome: stops
# says: mismatch in its core dimension
import sys

import numpy

width = len(sys.argv) + 2
x, w, other = numpy.ones((2, width)), numpy.ones((width, 5)), numpy.ones((width + 1, 5))
y = x @ w
y = x @ other  # mistake
