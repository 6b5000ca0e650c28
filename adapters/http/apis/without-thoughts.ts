/**
 * Some servers leave a model's private reasoning in the answer, between think tags at its beginning. It is not what
 * the model says to the others, and a vote considered in it is not a vote. Without an end tag all of it is reasoning.
 */
export function withoutThoughts(answer: string): string {
  const text = answer.trim();
  if (!text.startsWith('<think>')) return text;
  const end = text.indexOf('</think>');
  return end === -1 ? '' : text.slice(end + '</think>'.length).trim();
}
