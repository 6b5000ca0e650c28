/** The smallest parts of a line that say one thing each. Questions say nothing and are left out. */
export function splitClauses(line: string): Clause[] {
  const text = line.replace(/^(?:[-*•]|\d{1,3}[.)]) /, '');
  return text.split(/(?<=[.!?;]) /).flatMap((sentence) => {
    if (sentence.endsWith('?')) return [];
    const parts = sentence.split(/,? (?:but|while|whereas|although|though|however|yet) |, (?:and|so|which) | [–—] /i);
    return parts.map((part) => ({ text: withoutComparison(part), sentence: sentence.trim() }));
  });
}

export interface Clause {
  /** What is weighed. */
  readonly text: string;
  /** What is quoted. */
  readonly sentence: string;
}

/** "A is simpler than B" speaks of A. */
function withoutComparison(clause: string): string {
  const opening = /^(?:unlike|instead of|rather than|compared (?:with|to)) [^,]*, (.*)$/i.exec(clause)?.[1] ?? clause;
  return opening.split(/ (?:than|unlike|instead of|rather than|compared (?:with|to)) /i)[0] ?? opening;
}
