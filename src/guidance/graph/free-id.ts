/** `process_<words of the label>_<time>`. */
export function idOf(label: string, now: Date): string {
  const words = label.toLowerCase().match(/[a-z0-9]+/g) ?? ['lesson'];
  return `process_${words.slice(0, 6).join('_').slice(0, 60)}_${now.toISOString().slice(0, 19)}`;
}

/** The same with a number behind it, if it is taken already. */
export function freeId(taken: ReadonlySet<string>, id: string): string {
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? id : `${id}_${count}`;
    if (!taken.has(candidate)) return candidate;
  }
}
