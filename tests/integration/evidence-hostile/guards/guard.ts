/**
 * One guard of the evidence tools and how to switch it off. `npm run scorecard -- --mutate --every-guard` does that in
 * a copy, one at a time, and expects the tests to fail: a guard that nothing misses is not tested or not needed.
 */
export interface Guard {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** Where the same thing is looked at twice, before and after opening, both looks are taken away. */
  readonly also?: { readonly from: string; readonly to: string };
  /** The tests that must miss it, below tests/. */
  readonly missedBy: string;
}

export const EVIDENCE = 'src/council/evidence';
export const PROJECT = 'src/project';

/** Tests that miss more than one. */
export const MISSED_BY = {
  hostile: 'integration/evidence-hostile/hostile.test.ts',
  races: 'integration/evidence-hostile/races.test.ts',
  answers: 'integration/evidence-hostile/answers.test.ts',
  oracles: 'integration/evidence-hostile/oracles.test.ts',
  commands: 'unit/council/evidence/commands/commands.test.ts',
  turns: 'unit/project/turns.test.ts',
  searchCode: 'unit/council/evidence/tools/search-code.test.ts',
} as const;
