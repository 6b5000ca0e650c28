/** Characters on the wire, which are more than those of the texts: JSON escapes some. */
export function sizeOf(value: unknown): number {
  return JSON.stringify(value).length;
}
