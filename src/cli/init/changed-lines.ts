/** The lines that differ between two versions of a small file, each with - or + before it. */
export function changedLines(before: string, after: string): string[] {
  const old = linesOf(before);
  const fresh = linesOf(after);
  let head = 0;
  while (head < old.length && head < fresh.length && old[head] === fresh[head]) head++;
  let tail = 0;
  const maxTail = Math.min(old.length, fresh.length) - head;
  while (tail < maxTail && old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail++;
  return [
    ...old.slice(head, old.length - tail).map((line) => `- ${line}`),
    ...fresh.slice(head, fresh.length - tail).map((line) => `+ ${line}`),
  ];
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
}
