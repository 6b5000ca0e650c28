/**
 * The items of a list in a question: on lines of their own, or "a) … b) …" in one line. `other list` where there is a
 * list that is not what is to choose from (steps, findings); undefined without a list.
 */
export function readList(question: string): string[] | 'other list' | undefined {
  const lines = question.split('\n');
  const isItem = lines.map((line) => ITEM.test(line));
  const start = isItem.indexOf(true);
  if (isItem.filter(Boolean).length < 2) return readInline(question);
  const end = isItem.lastIndexOf(true);
  const isOneList = lines
    .slice(start, end)
    .every((line, index) => isItem[start + index] || /^(?:\s*$|\s{2})/.test(line));
  const before = lines.slice(0, start).join('\n').trim();
  const after = lines
    .slice(end + 1)
    .join('\n')
    .trim();
  if (!isOneList || !offersChoice(before, after)) return 'other list';
  return withoutNotes(lines.slice(start, end + 1).flatMap((line) => ITEM.exec(line)?.[1]?.trim() ?? []));
}

const MARK = String.raw`\**\(?(?:option\s+)?(?:[a-z]|[ivx]{2,4}|\d{1,2})(?:[.):\]]\)?|\s+[-–—])\**`;
const ITEM = new RegExp(String.raw`^\s*(?:[-*•]\s+(?:${MARK}\s+)?|${MARK}\s+)(\S.*)$`, 'i');

/** A list is to choose from if the words right before it ask or announce a choice, or those after it ask "which". */
function offersChoice(before: string, after: string): boolean {
  const lead = before.split(/(?<=[.!?？])\s+|\n+/).at(-1) ?? '';
  if (CHOICE.test(lead)) return true;
  if (/[?？]$/.test(lead)) return after === '' && !/\b(?:these|following)\b|^\W*(?:why|who)\b/i.test(lead);
  return CHOICE.test(after) && !/\bhow\b/i.test(after);
}

const CHOICE =
  /\b(?:options?|choices?|alternatives?|candidates?|which|pick|choose|select|decide between|vote|optionen|welche[rsn]?)\b/i;

/** What is written behind an item's name explains it; it stays where names alone would be the same. */
function withoutNotes(items: readonly string[]): string[] {
  const plain = items.map((item) => item.replace(/\*\*|__/g, '').trim());
  const names = plain.map((item) => (item.split(/\s+[-–—]\s+|[:：;]\s+|\s+\(/)[0] ?? item).replace(/[.,;:]+$/, ''));
  const areDistinct = new Set(names.map((name) => name.toLowerCase())).size === names.length;
  return areDistinct && names.every((name) => name !== '') ? names : plain;
}

/** "a) Redis b) Memcached c) Varnish" or "(1) …, (2) … or (3) …": marks that count up from the first. */
function readInline(question: string): string[] | undefined {
  const marks = [
    ...question.matchAll(
      /(?<![\p{Letter}\p{Number}])(?:[([]?([a-h]|\d)[)\]]|(\d)\.(?=\s)|option\s+([a-h]|\d)\s*[:=])\s*(?=\S)/giu,
    ),
  ];
  const expected = (index: number) => [String(index + 1), String(index), String.fromCharCode(97 + index)];
  const kind = expected(0).indexOf(markOf(marks[0]));
  const countsUp = marks.every((mark, index) => markOf(mark) === expected(index)[kind]);
  if (marks.length < 2 || kind < 0 || !countsUp) return undefined;
  const before = question.slice(0, marks[0]?.index).trim();
  const after = question.slice(marks.at(-1)?.index);
  if (!/[?？]$|\b(?:should|shall) (?:we|i)$/i.test(before) && !offersChoice(before, after)) return undefined;
  const items = marks.map(({ index, 0: mark }, position) => {
    const text = question.slice(index + mark.length, marks[position + 1]?.index);
    return (text.split(/[?？\n]|\.\s/)[0] ?? '').replace(/[\s,;.]*\b(?:or|and|oder)?\s*$/i, '').trim();
  });
  return withoutNotes(items);
}

function markOf(match: RegExpMatchArray | undefined): string {
  return (match?.slice(1).find((mark) => mark !== undefined) ?? '').toLowerCase();
}
