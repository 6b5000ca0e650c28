/**
 * "1. …", "a) …", "Option B: …", each on a line of its own or several on one line. In a question a plain dash will
 * do; in the context such lines are mostly facts, so there a heading must announce them.
 */
export function findListedOptions(lines: readonly string[], isQuestion: boolean): string[] {
  const announced = lines.findIndex(
    (line) => line.length < 200 && /\b(options|choices|alternatives|candidates)\b.*:$/i.test(line),
  );
  const items = lines.flatMap((line, index) => {
    const inline = findInline(line, isQuestion);
    if (inline.length > 1) return inline;
    const lettered = /^ ?(?:(?:option|choice|variante?) )?\(?(?:\d{1,2}|[a-z])[.):] (.{1,120})$/i.exec(line)?.[1];
    const dashed =
      isQuestion || (announced !== -1 && index > announced) ? /^ ?[-*•] (.{1,120})$/.exec(line)?.[1] : undefined;
    return lettered ?? dashed ?? [];
  });
  return items.map((item) => item.replace(/[.,;?]+$/, ''));
}

/** "Option A: … Option B: …" and, in a question, "a) … b) …". */
function findInline(line: string, isQuestion: boolean): string[] {
  const text = line.slice(0, LONGEST_LINE);
  for (const marker of isQuestion ? [NAMED_MARKER, BARE_MARKER] : [NAMED_MARKER]) {
    const items = text.split(marker).slice(1).map(firstStatement);
    if (items.length > 1 && items.every((item) => item !== '' && item.length <= LONGEST_ITEM)) return items;
  }
  return [];
}

const NAMED_MARKER = /\b(?:option|choice|alternative|variante?) \(?(?:\d{1,2}|[a-z])\)? ?(?:[:)=–—]|-(?= ))/i;
const BARE_MARKER = /(?<![\p{L}\p{N}])\(?(?:[a-h]|\d)\)(?= )/iu;
const LONGEST_LINE = 4000;
const LONGEST_ITEM = 120;

/** Only the option itself: what the next sentence says of it, or asks, is no part of its name. */
function firstStatement(item: string): string {
  const [statement = ''] = item.trim().split(/(?<=[.!?;]) /);
  const name = statement.length > LONGEST_ITEM ? (statement.split(/, | – | — | because /)[0] ?? '') : statement;
  return name.replace(/[\s.,;!?]+$/, '').replace(/[,;]? (?:or|and|vs\.?|versus|oder)$/i, '');
}
