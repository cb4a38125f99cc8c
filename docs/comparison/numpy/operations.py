# SPDX-License-Identifier: BSL-1.0
# outcome: holds
# answer: numerical work
import numpy

assert numpy.allclose(numpy.linalg.solve([[2, 1], [1, 3]], [3, 5]), [0.8, 1.4])
assert numpy.fft.fft(numpy.ones(4))[0] == 4
