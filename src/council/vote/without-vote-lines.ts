/** An answer's prose: without the lines that a vote begins on. */
export function withoutVoteLines(answer: string): string {
  return answer
    .split('\n')
    .filter((line) => !/^[\s*_`#~\-+•$]{0,64}(?:final )?vote[\s*_`]{0,8}[:：]/i.test(line))
    .join('\n');
}
