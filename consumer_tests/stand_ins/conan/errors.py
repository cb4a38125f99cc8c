# SPDX-License-Identifier: BSL-1.0
class ConanInvalidConfiguration(Exception):
    pass
