# SPDX-License-Identifier: BSL-1.0
# outcome: silent
import numpy

scores = numpy.ones((2, 5))  # two new positions behind three cached ones
weights = numpy.tril(scores)  # begins at the first key
print("got", weights[0, 3], "meant", numpy.tril(scores, 3)[0, 3])
