import { setImmediate as nextTurn } from 'node:timers/promises';
import { canonicalOption } from '../../semantics/options/canonical-option.js';
import { decideOption, type OptionDecision } from '../../semantics/options/decide-option.js';
import { withoutExplanation } from '../../semantics/options/explanation.js';
import { withoutFraming } from '../../semantics/options/framing.js';
import { namePractices } from '../../semantics/options/name-practices.js';
import { withoutReason } from '../../semantics/options/reasons.js';
import { rephrase } from '../../semantics/options/rephrase.js';
import { plainForms } from '../../semantics/options/sentence-forms.js';
import { meaningOf } from '../../semantics/options/synonym.js';
import { tokensOf } from '../../semantics/options/tokens.js';
import { usualForm } from '../../semantics/options/usual-form.js';

/**
 * What the words of two options tell. The patterns for it are compiled at their first use, which takes longer than
 * anything else in this process may wait: here that is spread over several turns.
 */
export function createOptionComparison(): (a: string, b: string) => Promise<OptionDecision> {
  let compiling: Promise<void> | undefined;
  return async (a, b) => {
    compiling ??= compilePatterns();
    await compiling;
    return decideOption(a, b);
  };
}

async function compilePatterns(): Promise<void> {
  for (const use of FIRST_USES) {
    use();
    await nextTurn();
  }
}

// In the order in which they build on one another: each compiles what those before it have not.
const STEPS: readonly ((option: string) => unknown)[] = [
  plainForms,
  tokensOf,
  (option) => rephrase(tokensOf(option)),
  meaningOf,
  canonicalOption,
  withoutReason,
  withoutFraming,
  withoutExplanation,
  usualForm,
  (option) => namePractices(canonicalOption(option)),
];

// Twice each: a pattern is compiled for the first text, and once more, into machine code, for the second.
const OPTIONS = ['a workflow engine', 'feature branches'] as const;

const FIRST_USES: readonly (() => unknown)[] = [
  ...STEPS.flatMap((step) => OPTIONS.map((option) => () => step(option))),
  () => decideOption(...OPTIONS),
];
