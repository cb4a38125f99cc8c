// SPDX-License-Identifier: BSL-1.0
#include "hardware_file.hpp"

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <stdexcept>

namespace plan = shapeproof::plan;

namespace {

/// An object of a file, and where it is in it.
struct place {
  json const& object;
  std::string file;
  std::string path;  // `links.within`

  std::string path_of(std::string const& member) const { return path.empty() ? member : path + "." + member; }

  [[noreturn]] void fail(std::string const& member, std::string const& why) const {
    throw std::runtime_error(file + ": " + path_of(member) + why);
  }

  json const& at(char const* member) const {
    auto const found = object.find(member);
    if (found == object.end()) fail(member, " is missing");
    return *found;
  }

  void require_only(std::set<std::string> const& known) const {
    if (!object.is_object())
      throw std::runtime_error(file + ": " + (path.empty() ? "all of it" : path) + " is no object");
    for (auto const& [member, value] : object.items())
      if (!known.contains(member)) fail(member, " is not known");
  }

  double positive(char const* member) const {
    json const& value = at(member);
    if (!value.is_number()) fail(member, " is no number");
    double const number = value.get<double>();
    if (!(number > 0) || !std::isfinite(number)) fail(member, " is not above 0");
    return number;
  }

  std::size_t count(char const* member) const {
    double const number = positive(member);
    if (number != std::floor(number) || number > 1e6) fail(member, " is no whole number up to a million");
    return static_cast<std::size_t>(number);
  }

  std::string words(char const* member) const {
    json const& value = at(member);
    if (!value.is_string() || value.get<std::string>().empty()) fail(member, " is no text");
    return value.get<std::string>();
  }

  place inner(char const* member) const { return {at(member), file, path_of(member)}; }
};

plan::rates rates_at(place const& of) { return {of.positive("flops_per_second"), of.positive("bytes_per_second")}; }

std::optional<plan::link> link_at(place const& links, char const* member) {
  if (!links.object.contains(member)) return std::nullopt;
  place const of = links.inner(member);
  of.require_only({"latency_seconds", "bytes_per_second"});
  return plan::link{of.positive("latency_seconds"), of.positive("bytes_per_second")};
}

json link_json(plan::link const& of) {
  return {{"latency_seconds", of.latency}, {"bytes_per_second", of.bytes_per_second}};
}

}  // namespace

plan::hardware parse_hardware(std::string const& text, std::string const& name) {
  json const parsed = [&] {
    try {
      return json::parse(text);
    } catch (json::parse_error const& error) {
      throw std::runtime_error(name + ": no JSON: " + error.what());
    }
  }();
  place const all{parsed, name, {}};
  all.require_only({"name", "source", "element_bytes", "rank", "node", "links"});
  plan::hardware result;
  result.name = all.words("name");
  (void)all.words("source");
  result.element_bytes = all.count("element_bytes");
  place const rank = all.inner("rank");
  rank.require_only({"flops_per_second", "bytes_per_second"});
  result.rank = rates_at(rank);
  place const node = all.inner("node");
  node.require_only({"ranks", "flops_per_second", "bytes_per_second", "memory_bytes"});
  result.ranks_per_node = node.count("ranks");
  result.node = rates_at(node);
  result.node_memory_bytes = node.positive("memory_bytes");
  place const links = all.inner("links");
  links.require_only({"within", "between", "crowded"});
  result.within = link_at(links, "within");
  result.between = link_at(links, "between");
  result.crowded = link_at(links, "crowded");
  return result;
}

plan::hardware read_hardware(std::string const& file) {
  std::ifstream input(file);
  if (!input) throw std::runtime_error(file + ": cannot be read");
  std::ostringstream text;
  text << input.rdbuf();
  return parse_hardware(text.str(), file);
}

json hardware_json(plan::hardware const& of, std::string const& source) {
  json links = json::object();
  if (of.within) links["within"] = link_json(*of.within);
  if (of.between) links["between"] = link_json(*of.between);
  if (of.crowded) links["crowded"] = link_json(*of.crowded);
  return {{"name", of.name},
          {"source", source},
          {"element_bytes", of.element_bytes},
          {"rank", {{"flops_per_second", of.rank.flops_per_second}, {"bytes_per_second", of.rank.bytes_per_second}}},
          {"node",
           {{"ranks", of.ranks_per_node},
            {"flops_per_second", of.node.flops_per_second},
            {"bytes_per_second", of.node.bytes_per_second},
            {"memory_bytes", of.node_memory_bytes}}},
          {"links", links}};
}
