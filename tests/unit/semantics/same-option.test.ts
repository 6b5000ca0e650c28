import { describe, expect, it } from 'vitest';
import { sameOption } from '../../../src/semantics/index.js';

describe('sameOption', () => {
  it.each([
    ['Option A', 'option_a'],
    ['Option A', 'optionA'],
    ['PostgreSQL', 'Use PostgreSQL'],
    ['PostgreSQL', 'We should use PostgreSQL.'],
    ['feature flags', 'Feature-Flags'],
    ['featureFlags', 'feature_flags'],
    ["Don't migrate", 'do not migrate'],
    ['Café', 'cafe'],
  ])('merges %s and %s', (a, b) => {
    expect(sameOption(a, b, 0.85)).toBe(true);
    expect(sameOption(b, a, 0.85)).toBe(true);
  });

  it.each([
    ['Option A', 'Option D'],
    ['use X', 'do not use X'],
    ['PostgreSQL 15', 'PostgreSQL 16'],
    ['REST', 'GraphQL'],
    ['C', 'C++'],
    ['keep the monolith', 'split the monolith'],
    ['prefer speed over safety', 'prefer safety over speed'],
    ['Move all billing jobs to the new queue this quarter', 'Move no billing jobs to the new queue this quarter'],
    ['Yes', 'No'],
  ])('keeps %s and %s apart', (a, b) => {
    expect(sameOption(a, b, 0.85)).toBe(false);
    expect(sameOption(b, a, 0.85)).toBe(false);
  });
});
