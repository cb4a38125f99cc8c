# SPDX-License-Identifier: BSL-1.0
# outcome: holds
# answer: no
import numpy

assert not any(hasattr(numpy, name) or hasattr(numpy.ndarray, name) for name in ("cuda", "gpu"))
