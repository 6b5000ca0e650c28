import { ARTICLES, afterFirstVerb, dropAdverbs, isVerb, MODALS, PREPOSITIONS, SUBJECTS } from './phrase.js';
import { PREDICATES } from './trim-items.js';

type Words = readonly string[];

/** The name that the opening words end with: "should our queue use A" opens the choice "A or B" and names A. */
export function nameBehindLead(opening: Words, last: Words): string[] {
  const preposition = last[0]?.toLowerCase() ?? '';
  const same = opening.findLastIndex((word) => word.toLowerCase() === preposition);
  if (PREPOSITIONS.has(preposition) && same > 0 && same < opening.length - 1) return opening.slice(same + 1);
  const { verb, object } = splitLead(opening, last);
  if (object === undefined || object.length === 0) return opening.slice(-lengthOf(last));
  return isParallel(last) ? [...object] : behindObject(verb, object);
}

/** The verb that the choice depends on, and the words behind it. */
function splitLead(words: Words, last: Words): { verb: string; object: Words | undefined } {
  const [first = '', second = ''] = words.map((word) => word.toLowerCase());
  const asked = words.findIndex((word, at) => MODALS.has(word.toLowerCase()) && SUBJECTS.has(words[at + 1] ?? ''));
  if (/^(which|what|where|how)$/.test(first) && asked > 0) return splitLead(words.slice(asked), last);
  if (BEING.test(first)) {
    const rest = words.slice(SUBJECTS.has(second) ? 2 : 1);
    // "is a plain log or …": without "it" or an infinitive there is no other verb, whatever a noun looks like.
    const hasVerb = SUBJECTS.has(second) || second === 'there' || rest.includes('to');
    return { verb: 'be', object: (hasVerb ? behindVerbs(rest) : undefined) ?? rest };
  }
  if (MODALS.has(first) && SUBJECTS.has(second)) {
    // Whatever follows "should we" is the verb, also one that no list knows.
    const [verb = '', ...rest] = dropAdverbs(words.slice(2));
    return { verb, object: behindVerbs(['use', ...withoutParticle(rest)]) };
  }
  const behind = behindVerbs(MODALS.has(first) ? words.slice(1) : words);
  if (behind !== undefined) return { verb: words.at(-behind.length - 1) ?? '', object: behind };
  // "would A or B be safer" says behind the last name what they do.
  const areSubjects = words.length === 2 || last.some((word, index) => index > 0 && PREDICATES.has(word));
  if (MODALS.has(first) && areSubjects) return { verb: '', object: words.slice(1) };
  // "should the parser emit A": one word for who, one for what it does.
  if (MODALS.has(first)) return { verb: '', object: ARTICLES.has(second) ? words.slice(4) : words.slice(3) };
  const topic = words.lastIndexOf('about');
  if (topic > 0) return { verb: '', object: words.slice(topic + 1) };
  return { verb: '', object: words.length <= LONGEST_NAME ? words : undefined };
}

const BEING = /^(is|are|was|were)$/;
const LONGEST_NAME = 5;

/** "cache use A": a noun may look like a verb, so all of them are passed over. */
function behindVerbs(words: Words): Words | undefined {
  // "does it make sense to use A": the last infinitive is the one that matters.
  const infinitive = words.findLastIndex((word, index) => word === 'to' && isVerb(words[index + 1] ?? ''));
  let behind = afterFirstVerb(words.slice(infinitive + 1));
  while (behind !== undefined && behind.length > 1 && isVerb(behind[0] ?? '')) behind = afterFirstVerb(behind);
  const isParticiple = /(ed|en|lt|pt|ne)$/.test(behind?.[0] ?? '') && LEADING_TO_NAME.has(behind?.[1] ?? '');
  const named = isParticiple ? behind?.slice(2) : behind;
  return named?.length === 0 ? undefined : named;
}

function withoutParticle(words: Words): Words {
  return /^(to|with|on|for|in|into|from|by|at|using)$/i.test(words[0] ?? '') ? words.slice(1) : words;
}

/** "a queue in A or a table in B": the last item has a preposition of its own. */
function isParallel(last: Words): boolean {
  const hasOwn = last.some((word, index) => index > 1 && LEADING_TO_NAME.has(word.toLowerCase()));
  return ARTICLES.has(last[0]?.toLowerCase() ?? '') && hasOwn;
}

/** "write the tool in A or B": the name follows the preposition; of "use a table in A" the table is what is used. */
function behindObject(verb: string, words: Words): string[] {
  const preposition = words.findLastIndex((word) => LEADING_TO_NAME.has(word.toLowerCase()));
  const isInside = preposition > 0 && preposition < words.length - 1;
  return isInside && !TAKING.has(verb.toLowerCase()) ? words.slice(preposition + 1) : [...words];
}

const LEADING_TO_NAME = new Set('in into on to with using from via as'.split(' '));
const TAKING = new Set('use choose pick prefer select adopt take have get want need'.split(' '));

/** Without any verb that we know, as many words as the last name has. */
function lengthOf(last: Words): number {
  const end = last.findIndex((word, index) => index > 0 && PREPOSITIONS.has(word.toLowerCase()));
  return Math.max(1, end === -1 ? last.length : end);
}
