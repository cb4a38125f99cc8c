# SPDX-License-Identifier: BSL-1.0
# outcome: holds
# answer: past 1.0
import numpy

assert int(numpy.__version__.split(".")[0]) >= 1
