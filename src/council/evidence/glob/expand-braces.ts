import { failure, type Result, success } from '../../../kernel/result.js';

/** `a{b,c}d` as `abd` and `acd`, nested ones too; a brace without a comma or without an end stands for itself. */
export function expandBraces(pattern: string): Result<string[], string> {
  let unfinished = [pattern];
  const finished: string[] = [];
  while (unfinished.length > 0) {
    const next: string[] = [];
    for (const text of unfinished) {
      const group = firstGroup(text);
      if (group === undefined) finished.push(text);
      else for (const choice of group.choices) next.push(group.before + choice + group.after);
      if (finished.length + next.length > MOST_ALTERNATIVES)
        return failure(`the braces stand for more than ${MOST_ALTERNATIVES} patterns`);
    }
    unfinished = next;
  }
  return success(finished);
}

const MOST_ALTERNATIVES = 100;

interface Group {
  readonly before: string;
  readonly choices: readonly string[];
  readonly after: string;
}

/** The first outermost group of at least two choices. */
function firstGroup(text: string): Group | undefined {
  let depth = 0;
  let start = -1;
  let commas: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at++;
    else if (character === '{') {
      if (depth === 0) {
        start = at;
        commas = [];
      }
      depth++;
    } else if (character === ',' && depth === 1) commas.push(at);
    else if (character === '}' && depth > 0) {
      depth--;
      if (depth === 0 && commas.length > 0) return groupOf(text, start, commas, at);
    }
  }
  return undefined;
}

function groupOf(text: string, start: number, commas: readonly number[], end: number): Group {
  const edges = [start, ...commas, end];
  const choices = edges.slice(1).map((edge, index) => text.slice((edges[index] ?? start) + 1, edge));
  return { before: text.slice(0, start), choices, after: text.slice(end + 1) };
}
