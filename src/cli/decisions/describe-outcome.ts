interface ShownOutcome {
  readonly outcome: 'right' | 'wrong' | 'superseded' | 'mixed';
  readonly note: string | null;
  readonly superseded_by: string | null;
}

/** "turned out wrong: it lost jobs", "superseded by 2026…". */
export function describeOutcome({ outcome, note, superseded_by }: ShownOutcome): string {
  const words = {
    right: 'proved right',
    wrong: 'turned out wrong',
    mixed: 'turned out partly right',
    superseded: 'superseded',
  };
  const by = superseded_by === null ? '' : ` by ${superseded_by}`;
  return `${words[outcome]}${by}${note === null ? '' : `: ${note}`}`;
}
