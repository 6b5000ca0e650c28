import type { TriageContext } from '../prompts/observer-triage.js';
import type { Nudge } from '../sessions/nudge.js';
import type { Signal } from '../vocabulary.js';

/** What was decided, by a model or by the rules. */
export interface Decision {
  readonly signal: Signal;
  /** From 0 to 1. */
  readonly confidence: number;
  /** The file that a model suggests. */
  readonly expectedFile: string | null;
}

/** What the person reads. A model's reasoning is not for the person: the text follows from what was seen. */
export function describeNudge(
  { signal, confidence, expectedFile }: Decision,
  context: TriageContext,
): Omit<Nudge, 'nudgeId' | 'sentAt'> {
  const files = context.current_phase?.expected_files ?? [];
  // A file that the phase does not name is invented.
  const expected = files.find((file) => file === expectedFile) ?? (signal === 'wrong_file' ? files[0] : undefined);
  const known = { file: context.current_file ?? 'this file', expected, phase: context.current_phase?.title };
  // The text names both files already.
  const evidence =
    signal === 'wrong_file' ? undefined : context.findings.find((finding) => finding.signal === signal)?.evidence;
  return {
    signal,
    confidence,
    context: {
      current_file: context.current_file,
      expected_file: expected ?? null,
      time_in_file: context.time_in_file,
      phase_description: context.current_phase?.description ?? null,
    },
    text: `${TEXTS[signal](known)}${evidence === undefined ? '' : ` (${evidence})`}`,
  };
}

interface Known {
  readonly file: string;
  readonly expected: string | undefined;
  readonly phase: string | undefined;
}

const TEXTS: Readonly<Record<Signal, (known: Known) => string>> = {
  wrong_file: ({ file, expected }) =>
    `You are working in ${file}. ${expected === undefined ? 'The phase is about another file.' : `The phase is about ${expected}.`}`,
  scope_drift: ({ phase }) =>
    `The last changes may not belong to ${phase === undefined ? 'what you wanted to do' : `the phase "${phase}"`}. Is that on purpose?`,
  idle: () =>
    'Nothing has happened for a while. If you are stuck, ask for one more hint, or ask Claude Code a question.',
  phase_complete: ({ phase }) =>
    `${phase === undefined ? 'What you wanted to do' : `The phase "${phase}"`} looks done. You can go on to what comes next.`,
  edit_loop: ({ file }) =>
    `The same part of ${file} is changed back and forth. It may help to say first what it should do.`,
  test_failing: () =>
    'The same test keeps failing. It may help to read its message again, or to check one assumption at a time.',
};
