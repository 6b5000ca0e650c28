/**
 * The ballot of a German, French, Spanish or Japanese question, as far as that needs no grammar: two names around the
 * word for "or", or Yes and No for a sentence that begins (in Japanese: ends) like a question to be answered with them.
 */
export function readForeignBallot(sentence: string): string[] | undefined {
  const ors = sentence.split(OR_WORD).length - 1;
  if (ors > 1) return undefined;
  if (ors === 1) return readNames(sentence);
  const inJapanese = JAPANESE_NAMES.exec(sentence)?.[1];
  if (inJapanese !== undefined) return inJapanese.split(JAPANESE_OR);
  return LANGUAGES.find(({ asks, isOpen }) => asks.test(sentence) && isOpen?.test(sentence) !== true)?.answers.slice();
}

/** Whether the question is in one of these languages, as far as a ballot depends on it. */
export function isForeign(sentence: string): boolean {
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(sentence);
  return isJapanese || OR_WORD.test(sentence) || LANGUAGES.some(({ asks }) => asks.test(sentence));
}

const OR_WORD = /\s(?:oder|ou|o|u)\s/;

/** Words with a capital letter or a digit in front: "React Native". */
const NAME = String.raw`[\p{Lu}\d][^\s,:;]*(?:\s[\p{Lu}\d][^\s,:;]*)*`;
const NAMES = new RegExp(String.raw`^(.*?\s)?(${NAME})\s(?:oder|ou|o|u)\s(${NAME})`, 'u');
/** "Redis, Memcached oder Valkey": single words only. */
const LIST =
  /^(.*\p{Ll}[^\s,]*\s)((?:[\p{Lu}\d][^\s,:;]*,\s)+[\p{Lu}\d][^\s,:;]*)\s(?:oder|ou|o|u)\s([\p{Lu}\d][^\s,:;]*)/u;
const ARTICLE = /\b(?:der|die|das|den|dem|des|ein\w*|unser\w*)\s$/i;

function readNames(sentence: string): string[] | undefined {
  const [, lead = '', listed = '', last = ''] = LIST.exec(sentence) ?? [];
  if (listed !== '' && !ARTICLE.test(lead)) return [...listed.split(/,\s/), last];
  const [, before = '', first = '', second = ''] = NAMES.exec(sentence) ?? [];
  if (first === '') return undefined;
  // "App, Redis oder Memcached" may have three options or two; in "der Server Logs oder Metriken" a noun is too many.
  const isOneWord = !first.includes(' ');
  const isUnsure = /[\p{Lu}\d]\S*,\s$/u.test(before) || !(isOneWord || (/\s\S/.test(before) && !ARTICLE.test(before)));
  return isUnsure ? undefined : [first, second];
}

const JAPANESE_OR = /\s*(?:と|か|または|それとも|、)\s*/;
const JAPANESE_NAMES =
  /([A-Za-z][\w.+#-]*(?:\s*(?:と|か|または|それとも|、)\s*[A-Za-z][\w.+#-]*)+)(?=.*(?:どちら|どっち|どれ|か))/;

interface Language {
  readonly asks: RegExp;
  readonly isOpen?: RegExp;
  readonly answers: readonly [string, string];
}

const LANGUAGES: readonly Language[] = [
  {
    asks: /^(?:soll\w*|muss|müss\w*|kann|könn\w*|darf|dürf\w*|ist|sind|hat|haben|wird|werden|wollen|lohnt)\s/i,
    answers: ['Ja', 'Nein'],
  },
  {
    asks: /^(?:est-ce (?:que|qu')|faut-il|\p{L}+-(?:nous|on|il|elle|ils|elles))(?=[\s'])/iu,
    answers: ['Oui', 'Non'],
  },
  {
    asks: /^¿(?:debe\w*|debería\w*|hay que|podemos|puede\w*|es|está\w*|son|conviene|vale|tenemos|necesitamos|hace falta)\s/i,
    answers: ['Sí', 'No'],
  },
  {
    asks: /(?:べき|ます|です|でしょう|いい|よい)(?:です|でしょう)?か$/,
    isOpen: /どう|どの|どれ|どちら|どっち|どこ|何|なに|なん|なぜ|いつ|誰|だれ|いく[つら]/,
    answers: ['はい', 'いいえ'],
  },
];
