// SPDX-License-Identifier: BSL-1.0
/// Lines of JSON.
#include "request_file.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace cluster {

namespace {

using json = nlohmann::json;
using shapeproof::io::tokenizer;

/// One line, whose errors name the key.
class line_reader {
 public:
  line_reader(json line, options const& chosen, tokenizer const* pieces, model_facts const& model)
      : line_(std::move(line)), chosen_(chosen), pieces_(pieces), model_(model) {}

  wanted_request read() const {
    require_known_keys();
    wanted_request result;
    result.id = id();
    result.arrival = line_.contains("arrival") ? number("arrival") : 0;
    if (result.arrival < 0 || result.arrival > 1e6) throw option_error("\"arrival\" is not in [0, 1000000] seconds");
    auto& request = result.request;
    request.prompt = prompt();
    request.tokens = tokens(request.prompt.size());
    request.seed = whole("seed", chosen_.seed);
    request.sampling = chosen_.sampling;
    if (line_.contains("temperature")) request.sampling.temperature = static_cast<float>(number("temperature"));
    request.sampling.top_k = whole("top_k", chosen_.sampling.top_k);
    if (line_.contains("top_p")) request.sampling.top_p = static_cast<float>(number("top_p"));
    shapeproof::llm::require_valid(request.sampling);
    if (pieces_ != nullptr)
      for (auto const& end : {pieces_->begin_of_text(), pieces_->end_of_text()})
        if (end) request.ends.push_back(static_cast<std::size_t>(*end));
    return result;
  }

 private:
  void require_known_keys() const {
    static std::set<std::string> const known = {"id",    "prompt", "ids",  "tokens", "temperature",
                                                "top_k", "top_p",  "seed", "arrival"};
    if (!line_.is_object()) throw option_error("is no JSON object");
    for (auto const& [key, value] : line_.items())
      if (!known.contains(key)) throw option_error(quoted(key) + " is no key of a request");
  }
  static std::string quoted(std::string_view key) { return std::string("\"").append(key).append("\""); }
  std::string id() const {
    if (!line_.contains("id")) return {};
    auto const& value = line_["id"];
    if (value.is_number_unsigned()) return std::to_string(value.get<std::uint64_t>());
    if (!value.is_string() || value.get<std::string>().empty()) throw option_error("\"id\" is no text and no number");
    return value.get<std::string>();
  }
  double number(char const* key) const {
    if (!line_[key].is_number()) throw option_error(quoted(key) + " is no number");
    return line_[key].get<double>();
  }
  static std::uint64_t whole(json const& value, std::string const& what) {
    if (!value.is_number_unsigned()) throw option_error(what + " is no whole number in [0, 2^64)");
    return value.get<std::uint64_t>();
  }
  std::uint64_t whole(char const* key, std::uint64_t otherwise) const {
    return line_.contains(key) ? whole(line_[key], quoted(key)) : otherwise;
  }

  std::vector<std::size_t> prompt() const {
    bool const has_ids = line_.contains("ids");
    if (has_ids == line_.contains("prompt")) throw option_error("has to have either a \"prompt\" or \"ids\"");
    return has_ids ? ids() : encoded();
  }
  std::vector<std::size_t> ids() const {
    std::vector<std::size_t> result;
    if (!line_["ids"].is_array() || line_["ids"].empty()) throw option_error("\"ids\" is no list of token ids");
    for (auto const& each : line_["ids"]) {
      std::string const what = "token " + std::to_string(result.size()) + " of \"ids\"";
      result.push_back(whole(each, what));
      if (result.back() >= model_.vocabulary)
        throw option_error(what + " is " + std::to_string(result.back()) +
                           ", the model's vocabulary has the ids 0 to " + std::to_string(model_.vocabulary - 1));
    }
    return result;
  }
  std::vector<std::size_t> encoded() const {
    if (!line_["prompt"].is_string()) throw option_error("\"prompt\" is no text");
    if (pieces_ == nullptr) throw option_error("\"prompt\" needs a --tokenizer; without it a request has \"ids\"");
    auto const text = line_["prompt"].get<std::string>();
    // Where there is no text, only begin-of-text can be continued.
    bool const with_begin = model_.begins_texts || text.empty();
    if (with_begin && !pieces_->begin_of_text())
      throw option_error("\"prompt\" needs a begin-of-text, which the tokenizer does not have");
    auto const pieces = with_begin ? pieces_->encode_with_begin(text) : pieces_->encode(text);
    return {pieces.begin(), pieces.end()};
  }

  /// As many as `generate` makes, where nobody says.
  std::size_t tokens(std::size_t prompt) const {
    constexpr std::size_t usual = 257;
    std::size_t const positions = std::min(model_.positions, chosen_.capacity.value_or(model_.positions));
    std::size_t const room = prompt > positions ? 1 : positions - prompt + 1;
    std::size_t const count = whole("tokens", chosen_.tokens.value_or(std::min(usual, room)));
    if (count == 0) throw option_error("\"tokens\" is 0: a request wants 1 or more");
    if (count > std::numeric_limits<std::size_t>::max() / 2)
      throw option_error("\"tokens\" is " + std::to_string(count) + ": that is too many");
    return count;
  }

  json line_;
  options const& chosen_;
  tokenizer const* pieces_;
  model_facts const& model_;
};

/// Throws where a key comes twice: the library takes the last one.
json parsed(std::string const& line) {
  std::set<std::string> keys;
  return json::parse(line, [&](int depth, json::parse_event_t event, json const& key) {
    if (depth == 1 && event == json::parse_event_t::key && !keys.insert(key.get<std::string>()).second)
      throw option_error("the key " + key.dump() + " comes twice");
    return true;
  });
}

/// Which line has which id.
class used_ids {
 public:
  /// Gives a request without an id that of its line's number.
  void add(std::string& id, std::size_t line) {
    bool const has_one = !id.empty();
    if (!has_one) id = std::to_string(line);
    auto const [earlier, is_new] = lines_.emplace(id, line);
    if (is_new) return;
    auto const whose = id + " is that of an earlier request, line " + std::to_string(earlier->second);
    throw option_error(has_one ? "the id " + whose
                               : "a request without \"id\" has its line's number, but the id " + whose);
  }

 private:
  std::map<std::string, std::size_t> lines_;
};

}  // namespace

std::vector<wanted_request> read_requests(std::istream& lines, std::string const& name, options const& chosen,
                                          tokenizer const* pieces, model_facts const& model) {
  std::vector<wanted_request> result;
  used_ids ids;
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    try {
      auto one = line_reader(parsed(line), chosen, pieces, model).read();
      ids.add(one.id, number);
      auto const behind = std::ranges::upper_bound(result, one.arrival, {}, &wanted_request::arrival);
      result.insert(behind, std::move(one));
    } catch (json::parse_error const& error) {
      throw option_error(name + ": line " + std::to_string(number) + ": is no JSON: byte " +
                         std::to_string(error.byte));
    } catch (std::exception const& error) {
      throw option_error(name + ": line " + std::to_string(number) + ": " + error.what());
    }
  }
  if (lines.bad() || (number == 0 && !lines.eof())) throw option_error(name + ": cannot be read");
  if (result.empty()) throw option_error(name + ": has no request");
  return result;
}

}  // namespace cluster
