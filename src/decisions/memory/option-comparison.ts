import { setImmediate as nextTurn } from 'node:timers/promises';
import { canonicalOption } from '../../semantics/options/canonical-option.js';
import { decideOption, type OptionDecision } from '../../semantics/options/decide-option.js';
import { plainForms } from '../../semantics/options/sentence-forms.js';

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

// Twice each: a pattern is compiled for the first text, and once more, into machine code, for the second.
const FIRST_USES: readonly (() => unknown)[] = [
  () => plainForms('a workflow engine'),
  () => plainForms('feature branches'),
  () => canonicalOption('a workflow engine'),
  () => decideOption('a workflow engine', 'feature branches'),
];
