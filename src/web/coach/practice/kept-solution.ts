/** What the person typed for a kata and chose for it, in this browser: it survives a reload and a closed tab. */
export interface Solution {
  readonly code: string;
  /** Titles of constraints. */
  readonly constraints: readonly string[];
}

export function readSolution(kataId: string): Solution | undefined {
  const text = localStorage.getItem(keyOf(kataId));
  return text === null ? undefined : (JSON.parse(text) as Solution);
}

export function keepSolution(kataId: string, solution: Solution): void {
  localStorage.setItem(keyOf(kataId), JSON.stringify(solution));
}

/** The id of the last submission, until it is known how it ended: after a reload, the page asks for it and not for another one. */
export const submissions = {
  get: (kataId: string) => localStorage.getItem(submissionKeyOf(kataId)),
  keep: (kataId: string, id: string) => localStorage.setItem(submissionKeyOf(kataId), id),
  forget: (kataId: string) => localStorage.removeItem(submissionKeyOf(kataId)),
};

function submissionKeyOf(kataId: string): string {
  return `witan-coach-submission ${kataId}`;
}

function keyOf(kataId: string): string {
  return `witan-coach-kata ${kataId}`;
}
