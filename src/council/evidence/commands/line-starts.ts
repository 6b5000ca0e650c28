/** Where each line begins. The end of the last line begins no other one. */
export function lineStarts(content: Buffer): number[] {
  const starts: number[] = [];
  for (let start = 0; start < content.length; ) {
    starts.push(start);
    const end = content.indexOf(10, start);
    start = end === -1 ? content.length : end + 1;
  }
  return starts;
}
