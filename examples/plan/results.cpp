// SPDX-License-Identifier: BSL-1.0
#include "results.hpp"

#include <shapeproof/plan/serving.hpp>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

namespace plan = shapeproof::plan;

namespace {

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
  for (std::size_t degree = 1; degree <= most; ++degree)
    if (of.why_not(degree).empty() && plan::deployed(of, on, asked, most, degree).fits()) return degree;
  return 0;
}

void require_degree(plan::model const& of, std::size_t degree) {
  if (auto const why = of.why_not(degree); !why.empty()) throw std::runtime_error(why);
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
  if (!on.between) return nullptr;
  if (chosen.prefill_degree != 0) require_degree(of, chosen.prefill_degree);
  if (chosen.decode_degree != 0) require_degree(of, chosen.decode_degree);
  /// The degrees of both sides and what they do; nothing where the model does not fit, or there is no room for both.
  auto const sides = [&](plan::load const& asked) -> std::optional<plan::sides> {
    std::size_t const least = least_degree(of, on, asked, ranks);
    std::size_t const prefill = chosen.prefill_degree != 0 ? chosen.prefill_degree : least;
    std::size_t const decode = chosen.decode_degree != 0 ? chosen.decode_degree : least;
    if (prefill == 0 || decode == 0 || prefill + decode > ranks) return std::nullopt;
    return plan::sides_of(of, on, asked, ranks, prefill, decode);
  };
  auto const both = sides(chosen.asked);
  if (!both) return nullptr;
  auto const found = plan::ratios(*both, ranks);
  json result = {{"ranks", ranks}, {"prefill_degree", both->prefill_degree}, {"decode_degree", both->decode_degree}};
  result["best"] = ratio_json(plan::best(found));
  result["all"] = json::array();
  std::size_t const apart = std::max(std::size_t{1}, found.size() / 64);  // as many as a plot shows
  for (std::size_t i = 0; i < found.size(); i += apart) result["all"].push_back(ratio_json(found[i]));
  result["lengths"] = json::array();
  for (std::size_t const prompt : {128U, 1024U, 8192U})
    for (std::size_t const answer : {64U, 256U, 1024U}) {
      plan::load const other = {prompt, answer, chosen.asked.batch};
      if (!of.why_not_long(prompt + answer).empty()) continue;
      auto const at_these = sides(other);
      if (!at_these) continue;
      auto row = ratio_json(plan::best(plan::ratios(*at_these, ranks)));
      row.update({{"prompt", prompt}, {"answer", answer}, {"degree", at_these->decode_degree}});
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
  if (rows.is_null()) return;
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
    print(row);
  }
}
