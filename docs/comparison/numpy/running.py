# SPDX-License-Identifier: BSL-1.0
# outcome: holds
# answer: sizes compared a call
# A call checks its arguments each time; there is nothing that could be done once.
import numpy

for other in (numpy.ones(4), numpy.ones(3)):
    try:
        assert (numpy.ones(3) + other).shape == (3,)
    except ValueError:
        assert other.shape == (4,)
