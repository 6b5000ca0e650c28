const MARK = String.raw`\**\(?(?:option )?(?:[a-z]|\d{1,2})(?:[.):\]]\)?| +[-–—])\**`;
const ITEM_START = String.raw`^[ \t]*(?:[-*•][ \t]+(?:${MARK}[ \t]+)?|${MARK}[ \t]+|\d{1,2}[．）、][ \t]*)(?=\S)`;
const ITEM = new RegExp(`${ITEM_START}(.*)$`, 'i');
/** Items, with nothing but empty and indented lines between them. */
const LIST = new RegExp(String.raw`(?:${ITEM_START}.*(?:\n|$)(?:[ \t]*\n|[ \t]{2}.*\n)*){2,}`, 'gim');
const INLINE_MARK = /(?<=\s)(?:\(?([a-h]|[1-9])\)|option ([a-h]|[1-9])[:=])(?=\s+\S)/gi;
const CHOICE =
  /\b(?:options?|choices?|alternatives?|candidates?|pick|choose|select|recommend|vote|optionen|choix|opciones)\b|選択肢|候補/i;

/** The items of the first list to choose from. Empty if all lists are something else, undefined without a list. */
export function readList(question: string): string[] | undefined {
  const text = breakInlineList(question);
  const lists = [...text.matchAll(LIST)];
  const choice = lists.find(({ index, 0: list }) =>
    offersChoice(text.slice(0, index), text.slice(index + list.length)),
  );
  if (choice === undefined) return lists.length === 0 ? undefined : [];
  const items = choice[0].split('\n').flatMap((line) => ITEM.exec(line)?.[1] ?? []);
  return withoutNotes(items.map((item) => item.replace(/\*\*|__/g, '').replace(/(?:\s+(?:or|and)|[\s,;.?])+$/i, '')));
}

/** Puts the items of "a) Redis b) Memcached c) Varnish" on lines, if the marks count up from the first. */
function breakInlineList(question: string): string {
  const marks = [...question.matchAll(INLINE_MARK)].map(([, plain, named]) => plain ?? named);
  const series = marks.join('').toLowerCase();
  const countsUp = marks.length > 1 && ['abcdefgh', '123456789'].some((all) => all.startsWith(series));
  if (!countsUp || question.includes('\n')) return question;
  return question.replace(INLINE_MARK, '\n$&').replace(/(?<=[.?!])\s+/g, '\n');
}

/** A list is to choose from if the sentence right before it asks or announces a choice, or the text after it does. */
function offersChoice(before: string, after: string): boolean {
  const lead =
    before
      .trim()
      .split(/(?<=[.!?？])\s+|\n+/)
      .at(-1) ?? '';
  if (CHOICE.test(lead) || /\bwhich\b|^should\b[^?]*$/i.test(lead)) return true;
  if (/[?？]$/.test(lead)) return !/[?？]/.test(after) && !/\b(?:these|following)\b|^\W*(?:why|who)\b/i.test(lead);
  return (CHOICE.test(after) || /\bwhich(?: one| of|\s*\?)/i.test(after)) && !/\bhow\b/i.test(after);
}

/** The text behind an item's name explains it; it stays where the names alone would be the same. */
function withoutNotes(items: readonly string[]): string[] {
  const names = items.map((item) => item.split(/\s+[-–—]\s+|[:：;]\s+|\s+\(/)[0] ?? item);
  const areDistinct = new Set(names.map((name) => name.toLowerCase())).size === names.length;
  return areDistinct ? names : [...items];
}
