// SPDX-License-Identifier: BSL-1.0
/// Polynomials have one canonical form, and what is no polynomial says why.
#include <shapeproof/core/parse.hpp>
#include <shapeproof/core/polynomial.hpp>

#include <string_view>

namespace sp = shapeproof;

constexpr bool reads_as(std::string_view source, std::string_view canonical) {
  sp::polynomial const value = sp::parse_polynomial(source);
  return value.problem == nullptr && to_text(value).view() == canonical;
}
constexpr bool fails(std::string_view source, std::string_view why) {
  sp::polynomial const value = sp::parse_polynomial(source);
  return value.problem != nullptr && std::string_view(value.problem).find(why) != std::string_view::npos;
}
constexpr sp::polynomial read(std::string_view source) { return sp::parse_polynomial(source); }

// Numbers.
static_assert(reads_as("7", "7"));
static_assert(reads_as("2*4", "8"));
static_assert(reads_as("2+3*4", "14"));
static_assert(reads_as("(2+3)*4", "20"));
static_assert(reads_as("10-2-3", "5"));
static_assert(reads_as("--3", "3"));
static_assert(reads_as("9223372036854775807", "9223372036854775807"));

// Sums are sorted and merged; terms that cancel vanish.
static_assert(reads_as("1+past", "past+1"));
static_assert(reads_as(" past  +\n1", "past+1") == false);
static_assert(reads_as(" past  + 1 ", "past+1"));
static_assert(reads_as("past+2-1", "past+1"));
static_assert(reads_as("2*L+3*L", "5*L"));
static_assert(reads_as("L-L", "0"));
static_assert(reads_as("a+L-a", "L"));
static_assert(reads_as("b+a", "a+b"));
static_assert(reads_as("1-past", "-past+1"));
static_assert(reads_as("-2*past", "-2*past"));

// Products are sorted and multiplied out; higher degrees stand first.
static_assert(reads_as("H*B", "B*H"));
static_assert(reads_as("a*(b+1)", "a*b+a"));
static_assert(reads_as("(a+b)*(a-b)", "a*a-b*b"));
static_assert(reads_as("(a+1)*(a+1)", "a*a+2*a+1"));
static_assert(reads_as("1+a+a*b", "a*b+a+1"));
static_assert(reads_as("B*2*H", "2*B*H"));
static_assert(reads_as("-(a-b)", "-a+b"));

// The canonical text reads as itself.
static_assert(reads_as("a*a+2*a+1", "a*a+2*a+1"));
static_assert(reads_as("-2*past+7", "-2*past+7"));

// Symbols are words; case and length matter.
static_assert(reads_as("_x1", "_x1"));
static_assert(read("past") == read("past"));
static_assert(!(read("past") == read("Past")));
static_assert(!(read("pas") == read("past")));

// The ring's laws.
static_assert(read("a+b") == read("b") + read("a"));
static_assert(read("a") * read("b+c") == read("a*b") + read("a*c"));
static_assert(read("a") - read("a") == sp::polynomial(0));
static_assert(read("a") * 0 == sp::polynomial(0));
static_assert(read("a") * 1 == read("a"));

// Numbers and signs.
static_assert(read("4-4").is_number() && read("4-4").number() == 0);
static_assert(read("3").is_number() && read("3").number() == 3);
static_assert(!read("3+L").is_number());
static_assert(read("past+L").never_negative());
static_assert(read("0").never_negative());
static_assert(!read("past-1").never_negative());     // past may be 0
static_assert(!read("S-L").never_negative());        // L may be larger
static_assert(!read("a*a-2*a+1").never_negative());  // (a-1)*(a-1) is not negative, but nothing is proved here

// What is refused, with the reason.
static_assert(fails("", "misses a number or a symbol"));
static_assert(fails("past+", "misses a number or a symbol"));
static_assert(fails("*2", "misses a number or a symbol"));
static_assert(fails("()", "misses a number or a symbol"));
static_assert(fails("2*(past+1", "misses a )"));
static_assert(fails("past+1)", "something that is not"));
static_assert(fails("a b", "something that is not"));
static_assert(fails("a%b", "something that is not"));
static_assert(fails("a^2", "something that is not"));
static_assert(fails("2L", "begins with a digit"));
static_assert(fails("D/H", "not exact"));
static_assert(fails("/H", "not exact"));
static_assert(fails("D*(H/2)", "misses a )") || fails("D*(H/2)", "not exact"));
static_assert(fails("9223372036854775808", "too large"));
static_assert(fails("4000000000*4000000000", "too large"));
static_assert(fails("9223372036854775807+1", "too large"));
static_assert(reads_as("a*b*c*d*e*f", "a*b*c*d*e*f"));
static_assert(fails("a*b*c*d*e*f*g", "too many symbols"));
static_assert(reads_as("a+b+c+d+e+f+g+h+i+j+k+l", "a+b+c+d+e+f+g+h+i+j+k+l"));
static_assert(fails("a+b+c+d+e+f+g+h+i+j+k+l+m", "too many terms"));

// A problem outlives what is computed with it.
static_assert((read("D/H") + read("1")).problem != nullptr);
static_assert((read("1") * read("D/H")).problem != nullptr);
static_assert((read("1") - read("D/H")).problem != nullptr);
static_assert(!(read("a*b*c*d*e*f") * read("g")).never_negative());  // nothing is known of what does not fit

// Exact division by one term; its product with the divisor is the dividend again.
constexpr sp::polynomial over(char const* value, char const* divisor) {
  return sp::divided(sp::parse_polynomial(value), sp::parse_polynomial(divisor));
}
static_assert(over("20800", "2") == read("10400") && over("tp*Fl", "tp") == read("Fl") &&
              over("tp", "tp") == read("1"));
static_assert(over("4*a*b+6*b*c", "2*b") == read("2*a+3*c") && over("a*a*b", "a") == read("a*b"));
static_assert(over("0", "tp").problem == nullptr && over("0", "tp").count == 0);
static_assert(over("4*a*b+6*b*c", "2*b") * read("2*b") == read("4*a*b+6*b*c"));
static_assert(over("7", "2").problem != nullptr && over("tp+1", "tp").problem != nullptr);  // no floor
static_assert(over("a", "b").problem != nullptr && over("a", "a*a").problem != nullptr && over("3*a", "2").problem);
static_assert(over("4", "0").problem != nullptr && over("a*b+b*b", "a+b").problem != nullptr);  // not one term
static_assert(over("D/H", "2").problem != nullptr);
