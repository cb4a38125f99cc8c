# SPDX-License-Identifier: BSL-1.0
# outcome: holds
# answer: buffers
import array

import numpy

storage = array.array("f", [0] * 6)
numpy.frombuffer(storage, dtype=numpy.float32).reshape(2, 3)[1, 2] = 4
assert storage[5] == 4
