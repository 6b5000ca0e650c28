/** The labels with their clusters numbered as in `reference`, wherever the two can be matched one to one. */
export function renamedLike(reference: ArrayLike<number>, labels: ArrayLike<number>): number[] {
  const names = new Map<number, number>([[-1, -1]]);
  const taken = new Set<number>([-1]);
  return Array.from(labels, (label, point) => {
    const wanted = reference[point] as number;
    if (!names.has(label) && !taken.has(wanted)) {
      names.set(label, wanted);
      taken.add(wanted);
    }
    return names.get(label) ?? -2 - label;
  });
}
