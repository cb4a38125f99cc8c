# SPDX-License-Identifier: BSL-1.0
# outcome: right
# reshape copies where the memory is not in order, without a word.
import numpy

x = numpy.arange(6).reshape(2, 3)  # [L, H]
flat = x.T.reshape(6)
assert not numpy.shares_memory(flat, x)
print("got", flat[1], "meant", x[1, 0])
