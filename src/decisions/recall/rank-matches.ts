/** A decision that may be shown, before it is read in full. */
export interface Candidate {
  readonly number: number;
  readonly score: number;
  readonly questionHash: string;
  readonly workingDirectory: string;
  readonly decidedAt: string;
  readonly winningOption: string | null;
}

export interface RankingQuestion {
  readonly questionHash: string;
  readonly workingDirectory: string | undefined;
}

/**
 * Best first. The same question asked again in the same project comes before everything; else the score counts, and
 * the own project a little. Of several decisions on one question only the latest is shown.
 */
export function rankMatches(candidates: readonly Candidate[], asked: RankingQuestion, threshold: number): Candidate[] {
  const isOwn = ({ workingDirectory }: Candidate) => workingDirectory === asked.workingDirectory;
  const rankOf = (match: Candidate) => {
    if (match.questionHash === asked.questionHash && isOwn(match)) return SAME_AGAIN;
    return match.score + (isOwn(match) ? OWN_PROJECT : 0);
  };
  return latestOfEach(candidates.filter(({ score }) => score >= threshold)).sort(
    (a, b) => rankOf(b) - rankOf(a) || compareTimes(b, a),
  );
}

const SAME_AGAIN = 2;
const OWN_PROJECT = 0.05;

function latestOfEach(candidates: readonly Candidate[]): Candidate[] {
  const latest = new Map<string, Candidate>();
  for (const candidate of candidates.toSorted(compareTimes)) {
    latest.set(`${candidate.questionHash} ${candidate.workingDirectory}`, candidate);
  }
  return [...latest.values()];
}

function compareTimes(a: Candidate, b: Candidate): number {
  if (a.decidedAt !== b.decidedAt) return a.decidedAt < b.decidedAt ? -1 : 1;
  return a.number - b.number;
}
