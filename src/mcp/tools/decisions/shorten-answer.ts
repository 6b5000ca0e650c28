import type { QueryAnswer } from '../../../decisions/index.js';

/** A client cuts off or refuses what is too long: the last results give way, and the answer says how many. */
export function shortenAnswer(answer: QueryAnswer): QueryAnswer | (QueryAnswer & { readonly left_out: number }) {
  if (!('results' in answer) || sizeOf(answer) <= MAX_CHARACTERS) return answer;
  const results: (typeof answer.results)[number][] = [];
  let size = sizeOf({ ...answer, results });
  for (const result of answer.results) {
    size += sizeOf(result);
    if (size > MAX_CHARACTERS) break;
    results.push(result);
  }
  const shortened = { ...answer, count: results.length, results, left_out: answer.results.length - results.length };
  return shortened as QueryAnswer & { readonly left_out: number };
}

const MAX_CHARACTERS = 70_000;

function sizeOf(value: unknown): number {
  return JSON.stringify(value).length;
}
