#include <limits>
#include <stdexcept>
#include <string>

namespace {
template <typename T> T number(const std::string &text) {
  std::size_t end = 0;
  T value = std::stod(text, &end);
  if (end != text.size())
    throw std::invalid_argument(text);
  return value;
}
} // namespace

extern "C" double parse(const char *text) {
  try {
    return number<double>(text);
  } catch (const std::logic_error &) {
    return std::numeric_limits<double>::quiet_NaN();
  }
}
