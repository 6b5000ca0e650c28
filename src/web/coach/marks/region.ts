import type { Text } from '@codemirror/state';

export interface Lines {
  readonly first: number;
  readonly last: number;
}

/** At least three more lines on both sides, up to the next blank ones: enough to search in. */
export function regionAround(doc: Text, { first, last }: Lines): Lines {
  const isBlank = (number: number) => doc.line(number).text.trim() === '';
  const reach = (line: number, step: 1 | -1) => {
    let distance = 0;
    const isInside = () => line + step >= 1 && line + step <= doc.lines && distance < MAX_DISTANCE;
    while (isInside() && (distance < MIN_DISTANCE || !isBlank(line + step))) {
      line += step;
      distance++;
    }
    return line;
  };
  return { first: reach(first, -1), last: reach(last, 1) };
}

const MIN_DISTANCE = 3;
const MAX_DISTANCE = 15;
