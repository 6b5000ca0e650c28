import { ARTICLES, PREPOSITIONS } from './phrase.js';

type Words = readonly string[];

/** Names without what leads to the first and what is said of all behind the last. */
export function trimNames(items: readonly Words[]): string[] {
  return finish(
    items.map((words, index) => {
      const others = items.flatMap((other, position) => (position === index ? [] : other));
      return cutTail(withoutLeadingPreposition(words), others);
    }),
  );
}

/** Actions keep their prepositions ("wait for the release"), but not the purpose that stands behind the last one. */
export function trimActions(items: readonly Words[]): string[] {
  return finish(items.map(cutPurpose));
}

function withoutLeadingPreposition(words: Words): Words {
  const isLead = PREPOSITIONS.has(words[0]?.toLowerCase() ?? '') || words[0]?.toLowerCase() === 'with';
  return isLead && words.length > 1 ? words.slice(1) : words;
}

/** "tabs or spaces for indentation": what follows belongs to both, unless every name has such a part of its own. */
function cutTail(words: Words, others: Words): Words {
  // "staying on the server" is an action: its preposition belongs to it.
  if (/\wing$/i.test(words[0] ?? '') && PREPOSITIONS.has(words[1]?.toLowerCase() ?? '')) return cutPurpose(words);
  const shared = new Set(others.map((word) => word.toLowerCase()));
  const end = words.findIndex((word, index) => {
    const lower = word.toLowerCase();
    if (index === 0) return false;
    if (PREPOSITIONS.has(lower)) return !shared.has(lower);
    // "spaces the better choice": an article begins something new, except behind a preposition.
    return PREDICATES.has(lower) || (ARTICLES.has(word) && !PREPOSITIONS.has(words[index - 1]?.toLowerCase() ?? ''));
  });
  return end === -1 ? words : words.slice(0, end);
}

function cutPurpose(words: Words): Words {
  const end = words.findIndex((word, index) => {
    const next = words[index + 1]?.toLowerCase() ?? '';
    if (index < 2) return false;
    return (word.toLowerCase() === 'for' && DEFINITE.has(next)) || CONDITIONS.has(word.toLowerCase());
  });
  return end === -1 ? words : words.slice(0, end);
}

const DEFINITE = new Set('the our my your their its this these us'.split(' '));
const CONDITIONS = new Set('given because since considering if when before during'.split(' '));
/** Words that begin a statement about the names before them. */
export const PREDICATES = new Set(
  (
    'better best preferable right good suitable enough instead fit fits suit suits work works win wins serve serves make makes scale ' +
    'scales perform performs help helps handle handles cope copes cover covers give gives cost costs need needs last lasts meet meets ' +
    'easier cheaper faster safer simpler quicker slower stronger cleaner smarter nicer wiser more most less ' +
    'satisfy satisfies solve solves lead leads become becomes survive survives save saves improve improves is are was were be should would will shall can could may might do does did has have'
  ).split(' '),
);

function finish(items: readonly Words[]): string[] {
  const texts = items.map((words) => {
    const body = LEFT_OUT.has(words[0]?.toLowerCase() ?? '') && words.length > 1 ? words.slice(1) : words;
    return body.join(' ').replace(/^["'“”`*]+|["'“”`*,;:]+$/g, '');
  });
  if (texts.some((text) => text === '' || text.length > LONGEST_OPTION)) return [];
  // When it is to be done is part of the question, unless nothing else tells the options apart.
  const timeless = texts.map(withoutTime);
  return new Set(timeless).size === timeless.length ? timeless : texts;
}

function withoutTime(text: string): string {
  const words = text.replace(TIME_AT_END, '').split(' ');
  return PREPOSITIONS.has(words.at(-1)?.toLowerCase() ?? '') ? text : words.join(' ');
}

const LEFT_OUT = new Set([...ARTICLES].filter((word) => !/^th(is|at|ese|ose)$/.test(word)));
const TIME_AT_END =
  / (?:instead|first|more|most|here|there|today|now|soon|(?:this|next) (?:week|month|quarter|year|sprint|time))$/i;
const LONGEST_OPTION = 120;
