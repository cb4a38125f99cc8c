# SPDX-License-Identifier: BSL-1.0
# outcome: holds
# answer: Python
import numpy

assert numpy.__version__
