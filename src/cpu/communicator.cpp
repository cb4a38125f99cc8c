// SPDX-License-Identifier: BSL-1.0
#include <shapeproof/cpu/communicator.hpp>

namespace shapeproof::cpu {

namespace {
constinit thread_local communicator::scope const* innermost = nullptr;
}

communicator::scope::scope(communicator& within, std::string_view mesh)
    : within_(within), mesh_(mesh), outer_(innermost) {
  innermost = this;
}
communicator::scope::~scope() { innermost = outer_; }

communicator* communicator::of(std::string_view mesh) {
  for (scope const* each = innermost; each != nullptr; each = each->outer_)
    if (each->mesh_ == mesh) return &each->within_;
  return nullptr;
}

}  // namespace shapeproof::cpu
