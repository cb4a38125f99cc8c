# SPDX-License-Identifier: BSL-1.0
# outcome: silent
import numpy

x = numpy.array([[1, 1]])
w = numpy.array([[1, 2], [3, 4]])  # [Out, In], as many of one as of the other
y = x @ w
print("got", y[0, 0], "meant", (x @ w.T)[0, 0])
