# SPDX-License-Identifier: BSL-1.0
# outcome: holds
# answer: no
import numpy

assert not any(hasattr(numpy, name) for name in ("grad", "autodiff", "backward"))
