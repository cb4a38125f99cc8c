# SPDX-License-Identifier: BSL-1.0
# outcome: silent
import numpy

q = numpy.arange(4)  # two heads of two elements, the heads outside
meant = q.reshape(2, 2)  # [H, Dk]
heads = q.reshape(2, 2).T  # taken for [Dk, H]
print("got", heads[1, 0], "meant", meant[1, 0])
