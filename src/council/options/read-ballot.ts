import { sameOption } from '../../semantics/index.js';
import { isForeign, readForeignBallot } from './read-foreign-ballot.js';

export const MAX_OPTIONS = 12;

/**
 * The options that a question offers: its list, "A or B (or C)", or Yes and No. Undefined where it offers none or it is
 * not certain: a wrong ballot would mislead all participants, a missing one only lets them word their options.
 */
export function readBallot(question: string): string[] | undefined {
  const list = readList(question.trim());
  if (list !== undefined) return checkOptions(list, 20);
  const sentence = findAskingSentence(question.trim());
  if (sentence === undefined || sentence.length > 400 || ASKS_MORE.test(sentence)) return undefined;
  if (isForeign(sentence)) return checkOptions(readForeignBallot(sentence) ?? [], 8);
  if (OR.test(sentence) || OFFERED.test(sentence)) return checkOptions(readAlternatives(sentence), 8);
  return readYesNo(sentence);
}

function checkOptions(options: readonly string[], maxWords: number): string[] | undefined {
  const areClear = options.every(
    (option, index) =>
      /^[^?]+$/.test(option) &&
      option.split(/\s+/).length <= maxWords &&
      options.slice(index + 1).every((other) => !sameOption(option, other)),
  );
  return areClear && options.length >= 2 && options.length <= MAX_OPTIONS ? [...options] : undefined;
}

const OR = /\s(?:or|vs\.?|versus|\/)\s/i;
const SEPARATOR = /,?\s+(?:or|vs\.?|versus|\/)\s+|,\s*/i;
const OFFERED = /^\W*(?:our |the )?(?:options|choices|candidates|pick|choose|which)\b[^:,]*:\s(?!.* and ).+,/is;
/** A second question inside the first: no single option answers both. */
const ASKS_MORE = /\b(?:if so|and (?:who|how|what|when|which|where|why))\b/i;
const OPEN = /^\W*(?:how|why|who|when|where|what|which|whose|review|compare|list|explain|describe)\b/i;
const AUXILIARY = /^\W*(?:should|shall|do|does|did|is|are|was|can|could|would|will|must|may|has|have)\s/i;

/** The only sentence that asks something; a short "Which one?" refers to the sentence before it. */
function findAskingSentence(text: string): string | undefined {
  const sentences = text
    .replace(/\(\s*(or [^)]+)\)/gi, ' $1')
    .replace(/(\bwhether)? or not\b/gi, '$1')
    .replace(/\b(one|more) or (?:two|more|less)\b/gi, '$1')
    .replace(/\b((?:choos|decid|choice|torn)\w*) between (.+?) and /gi, '$1 between $2 or ')
    .split(/(?<=[.!?？])\s+|\n+/);
  const asks = (part: string) => /[?？]$/.test(part) || /^\W*(?:pick|choose|select|decide|help|tell)\b/i.test(part);
  const refers = (part: string) => /^\W*(?:which|what|your|any)\b(?:\s+\S+){0,3}$/i.test(part) && !OR.test(part);
  const asking = sentences.filter((part) => asks(part) && !refers(part));
  const before = sentences[sentences.findIndex(asks) - 1] ?? '';
  if (asking.length === 0 && /\b(?:either|or|between|whether|options)\b/i.test(before)) asking.push(before);
  return asking.length === 1 ? asking[0]?.replace(/[?？.!\s]+$/, '').trim() : undefined;
}

const LEAD_IN =
  /^(?:.*:\s+|(?:for|given|since|as|with|in|which (?:one|(?!of\b)[^,]*\b(?:is|are|would|do|should)))\b[^,]*,\s*)/is;
const DECIDING =
  /^(?:(?:should|shall|would|do) (?:we|i|they|you|(?:the|our|an?) \w+)|(?:is|would) it (?:be )?better to|.*\bwhether (?:to|we should))\s+/is;
const CHOOSING = /^.*\b(?:use|using|adopt|choose|pick|select|take|prefer|be|go with|go for|either|between)\s+/is;
const REPEATED = /^.*\b(in|on|at|by|as|with|to)\s+(.+?\s+or)\s+\1(\s.+)$/is;
const JUDGING = /^(?:is|are) (.+? or .+?) (?:the |an? )?(?:better|best|right|preferable)\b.*$/is;
const NAMES = /^.*?\s((?:[\p{Lu}\d][^\s,]*[\s,]+)+or(?:\s+[\p{Lu}\d][^\s,]*)+)(?:\s+(?:for|in|on|as|by)\s.*)?$/su;
/** Begins with a verb: one that keeps or moves things, or a word before an article, a pronoun, "-ing" or a name. */
const ACTION =
  /^(?:(?:keep|stay|stick|leave|wait|move|switch|migrate)\s|(?!(?:in|on|at|by|for|with|from|after|before|than|per)\b)\p{Ll}+\s(?:(?:the|an?|our|its|it|them|this|all|each|every|\p{Ll}+ing)\b|\S*[\p{Lu}\d]))/u;
/** "Allow users to edit or delete it": the second verb belongs to the users. */
const NESTED = /^(?:let|allow|make|help|enable|force)\b|\s\S+ to \p{Ll}+$/u;

function readAlternatives(sentence: string): string[] {
  const clause = sentence.replace(LEAD_IN, '');
  const action = clause.replace(DECIDING, '');
  const [head = '', ...others] = action.split(SEPARATOR);
  if (OPEN.test(clause) || others.some((other) => OPEN.test(other) || AUXILIARY.test(`${other} `))) return [];
  const lead = CHOOSING.exec(clause.slice(0, clause.search(SEPARATOR)))?.[0];
  if (action !== clause) {
    const [, , first, second] = REPEATED.exec(clause) ?? [];
    if (first !== undefined) return toThings(`${first}${second}`);
    if (!NESTED.test(head) && others.every((other) => ACTION.test(other))) return [head, ...others];
    return toThings(lead === undefined ? (NAMES.exec(clause)?.[1] ?? '') : clause.slice(lead.length));
  }
  if (JUDGING.test(clause)) return toThings(clause.replace(JUDGING, '$1'));
  if (lead !== undefined) return toThings(clause.slice(lead.length));
  if (AUXILIARY.test(clause) || (clause === sentence && head.split(/\s+/).length > 3)) return [];
  return others.every((other) => ACTION.test(other)) ? [head, ...others] : toThings(clause);
}

const DETAIL = /(?:^|\s)(?:for|in|on|at|as|by|to|of|from|with|after|before|when|while|if|given|this|next)\s.*$/i;

/** Without articles and without the text after the last thing: "… or Hazelcast for session data". */
function toThings(text: string): string[] {
  const named = text.replace(/,? or (?:something|anything|another|other)\b.*$/i, '');
  const parts = named.split(SEPARATOR).map((part) => part.replace(/^(?:an?|the|our|either)\s+|["'“”]/gi, ''));
  if (parts.slice(0, -1).some((part) => DETAIL.test(part))) return [];
  const things = [...parts.slice(0, -1), (parts.at(-1) ?? '').replace(DETAIL, '')];
  // "HTTP 2 or 3": the number alone names nothing.
  const name = /^(.*\D)\d[\d.]*$/.exec(things[0] ?? '')?.[1] ?? '';
  return things.map((thing) => (/^\d[\d.]*$/.test(thing) ? name + thing : thing));
}

/** With what each means, if the words of the question can be repeated. */
function readYesNo(sentence: string): string[] | undefined {
  if (!AUXILIARY.test(sentence) || /^\W*\w+ (?:you\b|\w+ not\b)|\bhow\b/i.test(sentence)) return undefined;
  const action = /^\W*(?:should|shall) (?:we|i)\s+([^,;:\n]{1,80})$/i.exec(sentence)?.[1]?.trim();
  return action === undefined ? ['Yes', 'No'] : [`Yes, ${action}`, `No, do not ${action}`];
}

const MARK = String.raw`\**\(?(?:option )?(?:[a-z]|\d{1,2})(?:[.):\]]\)?| +[-–—])\**`;
const ITEM_START = String.raw`^[ \t]*(?:[-*•][ \t]+(?:${MARK}[ \t]+)?|${MARK}[ \t]+|\d{1,2}[．）、][ \t]*)(?=\S)`;
const ITEM = new RegExp(`${ITEM_START}(.*)$`, 'i');
/** Items, with nothing but empty and indented lines between them. */
const LIST = new RegExp(String.raw`(?:${ITEM_START}.*(?:\n|$)(?:[ \t]*\n|[ \t]{2}.*\n)*){2,}`, 'gim');
const INLINE_MARK = /(?<=\s)(?:\(?([a-h]|[1-9])\)|option ([a-h]|[1-9])[:=])(?=\s+\S)/gi;
const CHOICE =
  /\b(?:options?|choices?|alternatives?|candidates?|pick|choose|select|recommend|vote|optionen|choix|opciones)\b|選択肢|候補/i;

/** The items of the first list to choose from. Empty if all lists are something else, undefined without a list. */
function readList(question: string): string[] | undefined {
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
