import type { Outcome } from './decision.js';

/** "turned out wrong: it lost jobs", "superseded by 2026…", "turned out wrong, superseded by 2026…". Who shows it decides how the parts are written. */
export function describeOutcome(
  outcome: Outcome['outcome'],
  { by = '', note = '' }: { readonly by?: string | undefined; readonly note?: string | undefined } = {},
): string {
  const successor = by === '' ? '' : outcome === 'superseded' ? ` by ${by}` : `, superseded by ${by}`;
  return `${VERDICTS[outcome]}${successor}${note === '' ? '' : `: ${note}`}`;
}

const VERDICTS: Readonly<Record<Outcome['outcome'], string>> = {
  right: 'proved right',
  wrong: 'turned out wrong',
  mixed: 'turned out partly right',
  superseded: 'superseded',
};
