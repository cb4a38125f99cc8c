// SPDX-License-Identifier: BSL-1.0
#include "results.hpp"

#include <shapeproof/plan/serving.hpp>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace plan = shapeproof::plan;

namespace {

constexpr char const* not_apart = "prefill and decode cannot be apart: ";

json time_json(plan::step_time const& of) {
  return {{"seconds", of.seconds()}, {"compute", of.compute}, {"memory", of.memory},
          {"wire", of.wire},         {"bytes_sent", of.sent}, {"collectives", of.messages}};
}

json row_of(plan::model const& of, plan::hardware const& on, plan::load const& asked, std::size_t ranks) {
  std::size_t const degree = plan::largest_degree(of, ranks);
  auto const found = plan::deployed(of, on, asked, ranks, degree);
  json row = {{"ranks", ranks},
              {"degree", degree},
              {"replicas", found.replicas()},
              {"why_not_more", found.why_not_more},
              {"fastest_degree", plan::fastest_degree(of, on, asked, ranks)},
              {"crowded", plan::ranks_on_node(on, ranks) > on.ranks_per_node},
              {"memory_bytes", found.memory_needed},
              {"fits", found.fits()},
              {"prefill", time_json(found.prefill)},
              {"decode", time_json(found.decode)},
              {"tokens_per_second", static_cast<double>(asked.batch * found.replicas()) / found.decode.seconds()}};
  if (on.within || on.between) {
    auto const moved = plan::handed_over(of, on, asked.prompt, degree, degree, found.prefill.seconds());
    row["hand_over"] = {{"bytes", moved.bytes}, {"seconds", moved.seconds}, {"exposed", moved.exposed}};
  }
  return row;
}

/// The least ranks over which the model can be cut so that it fits; 0 where there is none up to `most`.
std::size_t least_degree(plan::model const& of, plan::hardware const& on, plan::load const& asked, std::size_t most) {
  double const there = plan::memory_of_rank(on, plan::ranks_on_node(on, most));
  for (std::size_t degree = 1; degree <= most; ++degree)
    if (of.why_not(degree).empty() && plan::decode_bytes(of, on, asked, degree) <= there) return degree;
  return 0;
}

/// How many ranks a replica of each side has; 0 where the model fits on no number of them.
struct degrees {
  std::size_t prefill;
  std::size_t decode;
};

/// Those that were asked for, or the least.
degrees degrees_for(plan::model const& of, plan::hardware const& on, options const& chosen, plan::load const& asked,
                    std::size_t ranks) {
  std::size_t const least = least_degree(of, on, asked, ranks);
  return {chosen.prefill_degree != 0 ? chosen.prefill_degree : least,
          chosen.decode_degree != 0 ? chosen.decode_degree : least};
}

/// `405.0 GB a rank are needed over tp=2, and there are 80.0 GB`; empty where there are enough.
std::string why_not_held(std::size_t degree, double needed, double there) {
  if (needed <= there) return {};
  char text[128];
  std::snprintf(text, sizeof(text), "%.1f GB a rank are needed over tp=%zu, and there are %.1f GB", needed * 1e-9,
                degree, there * 1e-9);
  return text;
}

/// Why `ranks` ranks cannot be parted into replicas of these degrees; empty where they can.
std::string why_not_apart(plan::model const& of, plan::hardware const& on, plan::load const& asked, std::size_t ranks,
                          degrees const& wanted) {
  if (!on.between) return on.name + " has no link between nodes";
  double const there = plan::memory_of_rank(on, plan::ranks_on_node(on, ranks));
  auto const [prefill, decode] = wanted;
  if (prefill == 0 || decode == 0) {
    std::size_t most = ranks;
    while (most > 1 && !of.why_not(most).empty()) --most;
    return of.name + " does not fit: " + why_not_held(most, plan::decode_bytes(of, on, asked, most), there);
  }
  for (std::size_t const degree : {prefill, decode})
    if (auto why = of.why_not(degree); !why.empty()) return why;
  if (auto const why = why_not_held(prefill, plan::prefill_bytes(of, on, asked, prefill), there); !why.empty())
    return "prefill does not fit: " + why;
  if (auto const why = why_not_held(decode, plan::decode_bytes(of, on, asked, decode), there); !why.empty())
    return "decode does not fit: " + why;
  if (prefill + decode > ranks)
    return "prefill over " + std::to_string(prefill) + " and decode over " + std::to_string(decode) +
           " ranks a replica need more than " + std::to_string(ranks);
  return {};
}

json ratio_json(plan::throughput const& of) {
  return {{"prefill", of.prefill}, {"decode", of.decode}, {"requests_per_second", of.requests}, {"limit", of.limit}};
}

}  // namespace

json rank_rows(plan::model const& of, plan::hardware const& on, options const& chosen) {
  json rows = json::array();
  for (std::size_t const ranks : chosen.ranks) {
    // More ranks than a node has need a link to other nodes, or one that says what crowding costs.
    if (!on.between && ranks > on.ranks_per_node && !on.crowded) continue;
    if (!on.between && ranks > 1 && !on.within) continue;
    rows.push_back(row_of(of, on, chosen.asked, ranks));
  }
  return rows;
}

json ratio_rows(plan::model const& of, plan::hardware const& on, options const& chosen) {
  std::size_t const ranks = *std::max_element(chosen.ranks.begin(), chosen.ranks.end());
  auto const wanted = degrees_for(of, on, chosen, chosen.asked, ranks);
  if (auto const why = why_not_apart(of, on, chosen.asked, ranks, wanted); !why.empty()) {
    if (chosen.prefill_degree != 0 || chosen.decode_degree != 0) throw std::runtime_error(not_apart + why);
    return {{"ranks", ranks}, {"why_not", why}};
  }
  auto const found_of = [&](plan::load const& asked, degrees const& sides) {
    return plan::ratios(plan::sides_of(of, on, asked, ranks, sides.prefill, sides.decode), ranks);
  };
  auto const found = found_of(chosen.asked, wanted);
  json result = {{"ranks", ranks}, {"prefill_degree", wanted.prefill}, {"decode_degree", wanted.decode}};
  result["best"] = ratio_json(plan::best(found));
  result["all"] = json::array();
  std::size_t const apart = std::max(std::size_t{1}, found.size() / 64);  // as many as a plot shows
  for (std::size_t i = 0; i < found.size(); i += apart) result["all"].push_back(ratio_json(found[i]));
  result["lengths"] = json::array();
  for (std::size_t const prompt : {128U, 1024U, 8192U})
    for (std::size_t const answer : {64U, 256U, 1024U}) {
      plan::load const other = {prompt, answer, chosen.asked.batch};
      auto const sides = degrees_for(of, on, chosen, other, ranks);
      auto why = of.why_not_long(prompt + answer);
      if (why.empty()) why = why_not_apart(of, on, other, ranks, sides);
      json row = {{"why_not", why}};
      if (why.empty()) {
        row = ratio_json(plan::best(found_of(other, sides)));
        row["degree"] = sides.decode;
      }
      row.update({{"prompt", prompt}, {"answer", answer}});
      result["lengths"].push_back(row);
    }
  return result;
}

void print_ranks(json const& rows, options const& chosen) {
  std::printf("%6s %4s %10s %8s %10s %12s %12s %9s %12s %12s\n", "ranks", "tp", "fastest tp", "replicas", "GB a rank",
              "prefill ms", "ms a token", "on wire", "tokens/s", "hand-over ms");
  for (auto const& row : rows) {
    auto const number = [&](char const* part, char const* of) { return row.at(part).at(of).get<double>(); };
    bool const moves = row.contains("hand_over");
    std::printf("%6zu %4zu %10zu %8zu %10.2f %12.3f %12.4f %8.0f%% %12.0f %12.3f%s%s\n",
                row.at("ranks").get<std::size_t>(), row.at("degree").get<std::size_t>(),
                row.at("fastest_degree").get<std::size_t>(), row.at("replicas").get<std::size_t>(),
                row.at("memory_bytes").get<double>() * 1e-9, number("prefill", "seconds") * 1e3,
                number("decode", "seconds") * 1e3, 100 * number("decode", "wire") / number("decode", "seconds"),
                row.at("tokens_per_second").get<double>(), moves ? number("hand_over", "seconds") * 1e3 : 0,
                row.at("fits").get<bool>() ? "" : "  does not fit", row.at("crowded").get<bool>() ? "  crowded" : "");
  }
  if (rows.size() < chosen.ranks.size()) std::printf("left out: more ranks than the hardware has links for\n");
  for (auto const& row : rows)
    if (auto const why = row.at("why_not_more").get<std::string>(); !why.empty()) {
      std::printf("not possible: %s\n", why.c_str());
      break;
    }
}

void print_ratios(json const& rows) {
  if (rows.contains("why_not")) {
    std::printf("\n%s%s\n", not_apart, rows.at("why_not").get<std::string>().c_str());
    return;
  }
  auto const count = [](json const& of, char const* member) { return of.at(member).get<std::size_t>(); };
  std::printf("\n%zu ranks in two sides, prefill over %zu, decode over %zu ranks a replica\n", count(rows, "ranks"),
              count(rows, "prefill_degree"), count(rows, "decode_degree"));
  std::printf("%8s %8s %4s %10s %12s %10s\n", "prompt", "answer", "tp", "best P:D", "requests/s", "limit");
  auto const print = [&](json const& row) {
    std::string const ratio = std::to_string(count(row, "prefill")) + ":" + std::to_string(count(row, "decode"));
    std::printf("%4zu %10s %12.2f %10s\n", row.value("degree", count(rows, "decode_degree")), ratio.c_str(),
                row.at("requests_per_second").get<double>(), row.at("limit").get<std::string>().c_str());
  };
  std::printf("%8s %8s ", "asked", "");
  print(rows.at("best"));
  for (auto const& row : rows.at("lengths")) {
    std::printf("%8zu %8zu ", count(row, "prompt"), count(row, "answer"));
    if (row.contains("why_not"))
      std::printf("not possible: %s\n", row.at("why_not").get<std::string>().c_str());
    else
      print(row);
  }
}
