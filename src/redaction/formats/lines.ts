/** Whether only indentation, a list mark, a line number or a word such as `export` is before a position on its line. */
export function isAtLineStart(text: string, position: number): boolean {
  return LINE_START.test(text.slice(Math.max(0, position - MAX_START_LENGTH), position));
}

const MAX_START_LENGTH = 60;
const LINE_START =
  /(?:^|[\n\r]|\\[nr])[\s>*#;/|+-]{0,30}(?:[0-9]{1,6}\s{0,2}[:|]?\s{0,20}[+-]?\s{0,20})?(?:(?:export|set|env|arg)\s{1,4})?["']?$/i;

/** The last characters of the line before a position. */
export function lineBefore(text: string, position: number): string {
  return /[^\n]*$/.exec(text.slice(Math.max(0, position - 100), position))?.[0] ?? '';
}

/** Whether the line ends here, but for a comment. */
export function isToLineEnd(text: string, position: number): boolean {
  LINE_END.lastIndex = position;
  return LINE_END.test(text);
}

const LINE_END = /["']|\\{1,4}[nr"']|[ \t]{0,40}(?:$|[\n\r]|\\\n|[ \t](?:#|;|\/\/))/y;

/** Whether lines near a position are of a program: there, a word without quotes is a name and not a value. */
export function isAmongCode(text: string, position: number): boolean {
  const before = text.slice(Math.max(0, position - NEARBY), position);
  const after = text.slice(position, position + NEARBY);
  // Lines within a string of JSON end where the string ends.
  const isInString = /\\[nr][^\n"]{0,100}$/.test(before);
  return CODE_LINE.test(isInString ? `${before.split('"').at(-1)}${after.split('"')[0]}` : before + after);
}

const NEARBY = 300;
const CODE_LINE =
  /[;{}(),]\s{0,4}$|^\s{0,40}(?:const|let|var|val|def|class|import|from|return|if|elif|else|for|while|function|public|private|func|fn|struct|interface|type|async|await|try|with|package|use|using|namespace|export (?:default|const|function|class|type|interface))\s|\w\(|=>|->/m;

/** Where a sticky pattern that matches at a position ends. */
export function endOfMatch(pattern: RegExp | undefined, text: string, at: number): number | undefined {
  if (pattern === undefined) return undefined;
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  return match === null ? undefined : at + match[0].length;
}
