// SPDX-License-Identifier: BSL-1.0
/// What a plan says, as rows of JSON and as tables.
#pragma once

#include "hardware_file.hpp"
#include "options.hpp"

/// A row for each number of ranks that the hardware has links for: how far the model is cut, memory, times, bytes on
/// the wire, hand-over.
json rank_rows(shapeproof::plan::model const& of, shapeproof::plan::hardware const& on, options const& chosen);

/// For the largest number of ranks: the degrees of both sides, about 64 of the ratios, and the best of all; and the
/// best ones for other lengths, on as few ranks a replica as those fit on. Where something is not possible, as there is
/// one node only, the model does not fit or the ranks are too few for two sides, `why_not` is in its place. Throws
/// `std::runtime_error` where that is so of a degree that was asked for.
json ratio_rows(shapeproof::plan::model const& of, shapeproof::plan::hardware const& on, options const& chosen);

void print_ranks(json const& rows, options const& chosen);
void print_ratios(json const& rows);
