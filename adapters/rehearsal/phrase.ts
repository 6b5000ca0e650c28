/**
 * The little grammar that tells "use A or B" (two names) from "rewrite it or keep it" (two actions). The lists hold
 * everyday words only; nothing in them names a technology.
 */
export function startsAsAction(words: readonly string[]): boolean {
  const [first = '', second = ''] = words.map((word) => word.toLowerCase());
  if (isVerb(words[0] ?? '')) return true;
  // A word before an article or pronoun acts on it: "sunset the old one".
  const isSmall = /^\p{Ll}/u.test(words[0] ?? '');
  const actsOn = (ARTICLES.has(second) && !TIMES.has(words[2]?.toLowerCase() ?? '')) || PRONOUNS.has(second);
  return isSmall && !ARTICLES.has(first) && !PREPOSITIONS.has(first) && actsOn;
}

/** A capital letter makes a name of any word: "Go" is none of our verbs. */
export function isVerb(word: string): boolean {
  return VERBS.has(word);
}

/** "or should we keep it", "or we keep it", "or to keep it" offer "keep it". */
export function bareItem(words: readonly string[]): string[] {
  const item = dropAdverbs(words);
  const [first = '', second = ''] = item.map((word) => word.toLowerCase());
  if (MODALS.has(first) && SUBJECTS.has(second)) return dropAdverbs(item.slice(2));
  if (PERSONS.has(first) && item.length > 1) return dropAdverbs(item.slice(isAuxiliary(second) ? 2 : 1));
  // "or is B better" offers B.
  if (isAuxiliary(first) && item.length > 1) return item.slice(1);
  return first === 'to' ? dropAdverbs(item.slice(1)) : item;
}

/** The words after the first verb and its particle ("move to", "go with"); undefined where no verb is known. */
export function afterFirstVerb(words: readonly string[]): string[] | undefined {
  const verb = indexOfVerb(words);
  if (verb === -1) return undefined;
  const particle = words[verb + 1]?.toLowerCase() ?? '';
  return words.slice(PARTICLES.has(particle) ? verb + 2 : verb + 1);
}

/** What is proposed: the words from the verb on, without "should we", "whether to", "is it better to". */
export function fromFirstVerb(words: readonly string[]): string[] | undefined {
  const lower = words.map((word) => word.toLowerCase());
  if (MODALS.has(lower[0] ?? '') && SUBJECTS.has(lower[1] ?? '') && lower[1] !== 'it')
    return dropAdverbs(words.slice(2));
  if (PERSONS.has(lower[0] ?? '') && isVerb(bareItem(words)[0] ?? '')) return bareItem(words);
  const infinitive = lower.findIndex((word, index) => word === 'to' && LEADS_TO.has(lower[index - 1] ?? ''));
  // "is it wiser to", "does it make sense to": any words may pass that judgement.
  const judged = MODALS.has(lower[0] ?? '') && lower[1] === 'it' ? lower.indexOf('to', 2) : -1;
  if (judged > 2 && judged < 7) return dropAdverbs(words.slice(judged + 1));
  if (infinitive !== -1) return dropAdverbs(words.slice(infinitive + 1));
  const verb = indexOfVerb(words);
  return verb === -1 ? undefined : words.slice(verb);
}

export function dropAdverbs(words: readonly string[]): string[] {
  const start = words.findIndex((word) => !ADVERBS.has(word.toLowerCase()));
  // "now or in January": an adverb may be all that is offered.
  return start === -1 ? [...words] : words.slice(start);
}

export function isStatusQuo(words: readonly string[]): boolean {
  return STAYING.has(words[0]?.toLowerCase() ?? '');
}

export function isChange(words: readonly string[]): boolean {
  return CHANGING.has(words[0]?.toLowerCase() ?? '');
}

/** A word for doing something, such as "move": in a project's files it stands everywhere and tells no option apart. */
export function isActionWord(word: string): boolean {
  return VERBS.has(word);
}

/** "do" and "have" may be what is proposed ("do nothing"); the other modals never are. */
function isAuxiliary(word: string): boolean {
  return MODALS.has(word) && !/^(do|has|have)$/.test(word);
}

function indexOfVerb(words: readonly string[]): number {
  return words.findIndex((word, index) => {
    const previous = words[index - 1]?.toLowerCase() ?? '';
    if (word === 'do' && !SUBJECTS.has(words[index + 1]?.toLowerCase() ?? '') && index > 0) return true;
    // "per use", "the build": no verb stands there.
    const isNoun = ARTICLES.has(previous) || (PREPOSITIONS.has(previous) && previous !== 'to');
    return isVerb(word) && !isNoun && !(MODALS.has(word) && index > 1);
  });
}

const setOf = (words: string) => new Set(words.split(' '));

const STAYING = setOf('keep stay leave retain remain continue stick preserve maintain');
const CHANGING = setOf(
  'migrate rewrite replace switch move convert port redesign refactor adopt introduce rebuild drop remove split merge upgrade',
);
const VERBS = new Set([
  ...STAYING,
  ...CHANGING,
  ...setOf(
    'use build buy write add wait start stop do go make take put run ship release fix delay postpone hire train create extend ' +
      'choose pick select prefer store host deploy let give allow ban require enable disable support offer send read cache test ' +
      'publish pin log print emit return produce expose persist save serve load fetch generate validate learn teach include show handle manage parse render sunset deprecate compress encode invite follow compare trust review merge raise increase reduce accept reject ask rely depend implement design invest outsource rent charge hold fork cancel encrypt standardise standardize is are be get has have',
  ),
]);
const PARTICLES = setOf('to with on for in into from by at using through about');
export const MODALS = setOf('should shall can could do does did will would must may might is are was has have');
export const SUBJECTS = setOf('we i you they it he she');
const TIMES = setOf('week month quarter year sprint time');
export const PERSONS = setOf('we i you they');
const LEADS_TO = setOf('whether better best want need wants needs plan decide choose have ought wise worth');
const ADVERBS = setOf('just simply rather instead even maybe perhaps either now then also first really still');
export const ARTICLES = setOf('a an the our my your their its this that these those his her');
const PRONOUNS = setOf('it them him us one');
export const PREPOSITIONS = setOf(
  'for in on as at to by from into during per via through about using inside within across under over against when if given because since until before after where while considering so that',
);
