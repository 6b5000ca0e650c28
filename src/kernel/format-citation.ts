/** `src/queue.ts:41` or `src/queue.ts:41-48`. */
export function formatCitation(citation: {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
}): string {
  const { path, start_line: start, end_line: end } = citation;
  return start === end ? `${path}:${start}` : `${path}:${start}-${end}`;
}
