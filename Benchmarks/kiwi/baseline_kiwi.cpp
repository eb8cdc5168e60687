// Kiwi, the Cassowary solver in C++, behind functions of C. Benchmarks/kiwi/build compiles it.
#include <kiwi/kiwi.h>

#include <cstddef>
#include <vector>

namespace {

struct System {
  kiwi::Solver solver;
  std::vector<kiwi::Variable> variables;
  std::vector<kiwi::Constraint> constraints;

  explicit System(std::size_t count) : variables(count) {}

  kiwi::Constraint constraint(
      const int *indices, const double *factors, int count, double constant, int relation, double strength) {
    std::vector<kiwi::Term> terms;
    for (int term = 0; term < count; term++) terms.emplace_back(variables[indices[term]], factors[term]);
    const auto op = relation < 0 ? kiwi::OP_LE : relation > 0 ? kiwi::OP_GE : kiwi::OP_EQ;
    return kiwi::Constraint(kiwi::Expression(std::move(terms), constant), op, strength);
  }
};

}  // namespace

extern "C" {

void *kiwi_open(int variables) { return new System(variables); }

// Adds a constraint between a sum and 0, and returns its number: less or equal (-1), equal (0), greater or equal (1).
int kiwi_add(
    void *opaque, const int *indices, const double *factors, int count, double constant, int relation,
    double strength) {
  auto *system = static_cast<System *>(opaque);
  system->constraints.push_back(system->constraint(indices, factors, count, constant, relation, strength));
  system->solver.addConstraint(system->constraints.back());
  return static_cast<int>(system->constraints.size()) - 1;
}

// Replaces a constraint by one with other numbers.
void kiwi_replace(
    void *opaque, int number, const int *indices, const double *factors, int count, double constant, int relation,
    double strength) {
  auto *system = static_cast<System *>(opaque);
  system->solver.removeConstraint(system->constraints[number]);
  system->constraints[number] = system->constraint(indices, factors, count, constant, relation, strength);
  system->solver.addConstraint(system->constraints[number]);
}

void kiwi_edit(void *opaque, int variable, double strength) {
  auto *system = static_cast<System *>(opaque);
  system->solver.addEditVariable(system->variables[variable], strength);
}

void kiwi_suggest(void *opaque, int variable, double value) {
  auto *system = static_cast<System *>(opaque);
  system->solver.suggestValue(system->variables[variable], value);
}

// Writes the values of the first variables.
void kiwi_values(void *opaque, double *values, int count) {
  auto *system = static_cast<System *>(opaque);
  system->solver.updateVariables();
  for (int index = 0; index < count; index++) values[index] = system->variables[index].value();
}

}
