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

function keyOf(kataId: string): string {
  return `witan-coach-kata ${kataId}`;
}
