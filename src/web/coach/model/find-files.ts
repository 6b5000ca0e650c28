/** A path with the positions of the letters that were typed. */
export interface FoundFile {
  readonly path: string;
  readonly positions: readonly number[];
}

/** Paths that have the typed letters in this order, best first: whole words, beginnings and names of files count more. */
export function findFiles(paths: readonly string[], typed: string, max: number): FoundFile[] {
  const wanted = typed.toLowerCase().replaceAll(/\s/g, '');
  if (wanted === '') return paths.slice(0, max).map((path) => ({ path, positions: [] }));
  const found: (FoundFile & { readonly score: number })[] = [];
  for (const path of paths) {
    const name = path.lastIndexOf('/') + 1;
    const lower = path.toLowerCase();
    // In the name alone if that is possible, else anywhere in the path.
    const match = matchFrom(lower, wanted, name) ?? matchFrom(lower, wanted, 0);
    if (match !== undefined) found.push({ path, positions: match, score: scoreOf(path, match, name) });
  }
  found.sort((a, b) => b.score - a.score || a.path.length - b.path.length || (a.path < b.path ? -1 : 1));
  return found.slice(0, max);
}

/** Prefers letters in a row: each next letter is looked for directly behind the last one first. */
function matchFrom(path: string, wanted: string, start: number): number[] | undefined {
  const whole = path.indexOf(wanted, start);
  if (whole >= 0) return Array.from(wanted, (_, index) => whole + index);
  const positions: number[] = [];
  let from = start;
  for (const letter of wanted) {
    const at = path.indexOf(letter, from);
    if (at < 0) return undefined;
    positions.push(at);
    from = at + 1;
  }
  return positions;
}

function scoreOf(path: string, positions: readonly number[], name: number): number {
  let score = 0;
  for (const [index, position] of positions.entries()) {
    if (position === (positions[index - 1] ?? Number.NaN) + 1) score += 4;
    if (position === 0 || /[/._-]/.test(path[position - 1] ?? '')) score += 3;
    if (position >= name) score += 2;
    if (position === name && index === 0) score += 4;
  }
  const behind = path[(positions.at(-1) ?? 0) + 1] ?? '/';
  return score + (/[/._-]/.test(behind) ? 3 : 0) - path.length / 100;
}
