/**
 * One participant that floods its answer must not push the others over their limit: the answers of a round share what
 * fits into a prompt. The beginning and the end are kept: they have the position and the vote.
 */
export function shortenAnswer(answer: string, answersInPrompt: number): string {
  const limit = Math.min(MAX_ANSWER_LENGTH, Math.floor(MAX_TOTAL_LENGTH / Math.max(1, answersInPrompt)));
  if (answer.length <= limit) return answer;
  const half = Math.floor(limit / 2);
  const left = answer.length - 2 * half;
  return `${answer.slice(0, half)}\n… ${left} characters left out …\n${answer.slice(-half)}`;
}

// The smallest tool takes 100,000 characters; question, context and instructions must fit in addition to the answers.
const MAX_TOTAL_LENGTH = 64_000;
const MAX_ANSWER_LENGTH = 24_000;
