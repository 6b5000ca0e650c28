import {
  ARTICLES,
  afterFirstVerb,
  dropAdverbs,
  fromFirstVerb,
  MODALS,
  PREPOSITIONS,
  SUBJECTS,
  startsAsAction,
} from './phrase.js';

/**
 * The alternatives that one sentence offers: "A or B", "A, B or C", "A vs B", "between A and B", "whether to do this
 * or do that". Empty when it offers none. Both sides are treated alike, so that their order says nothing.
 */
export function splitAlternatives(sentence: string): string[] {
  const text = prepare(sentence);
  const between = /\b(?:between|among|one of|which of) (.+)$/i.exec(text)?.[1];
  if (between !== undefined) {
    const items = splitItems(between, / (?:and|or) /i);
    if (items.length > 1) return finishNames(items.map(toWords));
  }
  const compared = text.split(/ (?:vs\.?|versus) /i);
  if (compared.length > 1)
    return finishNames([leadingName(toWords(compared[0] ?? '')), ...compared.slice(1).map(toWords)]);
  const items = splitItems(text, / or /i);
  return items.length > 1 ? alternativesOf(items.map(toWords)) : [];
}

function alternativesOf(items: readonly string[][]): string[] {
  const opening = items.slice(0, -1);
  const last = withoutLead(items.at(-1) ?? []);
  if (last[0]?.toLowerCase() === 'not') return [];
  const start = opening.findLastIndex((item) => hasLead(item));
  const offered = opening.slice(Math.max(0, start));
  const first = offered[0] ?? [];
  const rest = [...offered.slice(1), last];
  if (rest.every((words) => startsAsAction(words))) {
    const action = fromFirstVerb(first);
    if (action !== undefined && action.length > 0) return finish([action, ...rest]);
  }
  // "Which one should we use, A or B?" ends before the first name.
  const isOnlyLead = rest.length > 1 && /^(which|what|where|how|who)$/i.test(first[0] ?? '');
  return finishNames(isOnlyLead ? rest : [nameAtEnd(first, last), ...rest]);
}

function prepare(sentence: string): string {
  const withoutAsides = sentence
    .replace(/\([^()]*\)/g, ' ')
    .replace(/\b(sooner or later|more or less|one or two|two or three|one way or another)\b,?/gi, ' ')
    .replace(/["“”`*?!.]+$/g, '');
  const afterColon = withoutAsides.slice(withoutAsides.lastIndexOf(': ') + 1);
  return ` ${(/ (or|vs\.?|versus) /i.test(afterColon) ? afterColon : withoutAsides).split(/\s+/).join(' ').trim()}`;
}

function splitItems(text: string, joint: RegExp): string[] {
  const parts = text.split(joint);
  const list = parts.flatMap((part, index) =>
    index < parts.length - 1 ? part.split(/, ?/) : [part.split(/, /)[0] ?? ''],
  );
  return list.map((item) => item.trim()).filter((item) => item !== '');
}

function toWords(item: string): string[] {
  return dropAdverbs(item.split(' ').filter((word) => word !== ''));
}

function hasLead(words: readonly string[]): boolean {
  return words.some(
    (word, index) => MODALS.has(word.toLowerCase()) || (index < 2 && /^(whether|which|what)$/i.test(word)),
  );
}

/** "or should we keep it" offers "keep it". */
function withoutLead(words: readonly string[]): string[] {
  const [first = '', second = ''] = words.map((word) => word.toLowerCase());
  if (MODALS.has(first) && SUBJECTS.has(second)) return dropAdverbs(words.slice(2));
  return dropAdverbs(first === 'to' ? words.slice(1) : words);
}

/** The name that the opening words end with; without a verb that we know, as many words as the last name has. */
function nameAtEnd(opening: readonly string[], last: readonly string[]): string[] {
  const preposition = last[0]?.toLowerCase() ?? '';
  const same = opening.findLastIndex((word) => word.toLowerCase() === preposition);
  if (PREPOSITIONS.has(preposition) && same > 0) return opening.slice(same);
  const named = afterFirstVerb(afterLeadingModal(opening));
  if (named !== undefined && named.length > 0) return isBareName(last) ? afterObject(named) : named;
  const length = Math.max(1, cutAtPreposition(last, []).length);
  return opening.slice(-length);
}

function isBareName(words: readonly string[]): boolean {
  return !words.some((word) => ARTICLES.has(word.toLowerCase()) || PREPOSITIONS.has(word.toLowerCase()));
}

/** "write the tool in A or B", "be written in A or B": the name follows the preposition. */
function afterObject(words: readonly string[]): string[] {
  const preposition = words.findLastIndex((word) => PREPOSITIONS.has(word.toLowerCase()));
  const isObject =
    ARTICLES.has(words[0]?.toLowerCase() ?? '') || (preposition === 1 && /(ed|en|lt|pt|ne)$/.test(words[0] ?? ''));
  return isObject && preposition > 0 && preposition < words.length - 1 ? words.slice(preposition + 1) : [...words];
}

/** "Is A or B better" asks with a verb in front; "should our queue use A" has one of its own further on. */
function afterLeadingModal(words: readonly string[]): readonly string[] {
  const rest = words.slice(1);
  return MODALS.has(words[0]?.toLowerCase() ?? '') && afterFirstVerb(rest) !== undefined ? rest : words;
}

function leadingName(words: readonly string[]): string[] {
  return words.length <= 3 ? [...words] : (afterFirstVerb(afterLeadingModal(words)) ?? words.slice(-1));
}

function finishNames(items: readonly (readonly string[])[]): string[] {
  const cut = items.map((words, index) =>
    cutAtPreposition(
      words,
      items.flatMap((other, position) => (position === index ? [] : other)),
    ),
  );
  return finish(cut);
}

/** "tabs or spaces for indentation": what follows belongs to both, unless every name has such a part of its own. */
function cutAtPreposition(words: readonly string[], others: readonly string[]): string[] {
  // "staying on the server" is an action: its preposition belongs to it.
  if (/\wing$/i.test(words[0] ?? '')) return [...words];
  const shared = new Set(others.map((word) => word.toLowerCase()));
  const end = words.findIndex((word, index) => {
    const lower = word.toLowerCase();
    return index > 0 && !shared.has(lower) && (PREPOSITIONS.has(lower) || COMPARISONS.has(lower));
  });
  return end === -1 ? [...words] : words.slice(0, end);
}

const COMPARISONS = new Set('better best preferable right good suitable enough instead'.split(' '));

function finish(items: readonly (readonly string[])[]): string[] {
  const texts = items.map((words) => {
    const body = ARTICLES.has(words[0]?.toLowerCase() ?? '') && words.length > 1 ? words.slice(1) : [...words];
    // When it is to be done is part of the question, not of the name that happens to stand last.
    return body
      .join(' ')
      .replace(TIME_AT_END, '')
      .replace(/^["'“”`*]+|["'“”`*,;:]+$/g, '');
  });
  return texts.some((text) => text === '' || text.length > LONGEST_OPTION) ? [] : texts;
}

const TIME_AT_END = / (?:instead|today|now|soon|(?:this|next) (?:week|month|quarter|year|sprint|time))$/i;
const LONGEST_OPTION = 120;
