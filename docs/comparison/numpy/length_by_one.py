# SPDX-License-Identifier: BSL-1.0
# outcome: stops
# says: could not be broadcast together
import numpy

past = 3
keys, of_all_keys, of_old_keys = numpy.ones(past + 1), numpy.ones(past + 1), numpy.ones(past)
bias = keys + of_all_keys
bias = keys + of_old_keys  # mistake
