# SPDX-License-Identifier: BSL-1.0
# outcome: silent
import numpy

x = numpy.zeros((3, 3))  # [L, D]
for_positions = numpy.array([0, 1, 2])
total = x + for_positions
print("got", total[2, 0], "meant", (x + for_positions[:, numpy.newaxis])[2, 0])
