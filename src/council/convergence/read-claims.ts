import { CLAIMS, HEADING } from './claim-patterns.js';

/**
 * The sentences in which an answer says what it would do, the plainest kind first, and of one kind the last first: an
 * answer ends with what it comes to.
 */
export function readClaims(answer: string): readonly string[] {
  const sentences = sentencesOf(answer);
  const claims = [false, true].flatMap((areConditional) =>
    CLAIMS.flatMap(({ patterns, onlyAtAnEnd }) =>
      sentences
        .filter(
          (sentence) => CONDITIONAL.test(sentence.text) === areConditional && (sentence.isAtAnEnd || !onlyAtAnEnd),
        )
        .map((sentence) => claimIn(sentence, patterns))
        .filter((claim) => claim !== undefined)
        .reverse(),
    ),
  );
  return [...new Set(claims)].slice(0, MOST_CLAIMS);
}

interface Sentence {
  readonly text: string;
  readonly before: string | undefined;
  readonly isAtAnEnd: boolean;
}

function sentencesOf(answer: string): Sentence[] {
  const texts = answer
    .slice(-LONGEST_READ)
    .replace(/^[^\w\n]*VOTE[^\w\n]*:[ \t]*\{.*$/gim, '')
    .replace(/[*`#]+|(?<!\w)_+|_+(?!\w)/g, '')
    .replace(
      /\b(ca|wo|do|does|would|should|could|is|are)n['’]t\b/gi,
      (_, verb: string) => `${FULL[verb.toLowerCase()] ?? verb} not`,
    )
    .replace(HEADING, '$1: ')
    .split(/(?<=[.!?])\s+|\n+/)
    .map((text) => text.slice(0, LONGEST_SENTENCE).trim())
    .filter((text) => text !== '');
  return texts
    .map((text, index) => ({
      text,
      before: texts[index - 1],
      isAtAnEnd: index < AT_AN_END || index >= texts.length - AT_AN_END,
    }))
    .filter(({ text }) => !text.endsWith('?'));
}

const FULL: Readonly<Record<string, string>> = { ca: 'can', wo: 'will' };

/** What would be done in another case is claimed only if nothing else is. */
const CONDITIONAL = /^\W*(?:if|when|once|should|were|had|unless|suppose)\b/i;

function claimIn({ text, before }: Sentence, patterns: readonly RegExp[]): string | undefined {
  for (const pattern of patterns) {
    const claim = pattern.exec(text)?.groups?.claim?.trim() ?? '';
    if (claim === '') continue;
    return whole(claim, text, before).slice(0, LONGEST_CLAIM);
  }
  return undefined;
}

/** "I would stay with them" claims what the words before it name. */
function whole(claim: string, sentence: string, before: string | undefined): string {
  if (!POINTS_BACK.test(claim)) return claim;
  const ahead = sentence.slice(0, sentence.lastIndexOf(claim));
  return NAMES_SOMETHING.test(ahead) || before === undefined ? sentence : `${before} ${sentence}`;
}

const POINTS_BACK = /^\W*(?:\w+\s+){1,3}(?:it|them|this|that|these|those|so)\W*$/i;
const NAMES_SOMETHING = /(?:\w+\W+){5}/;

/** How many sentences open or close an answer. */
const AT_AN_END = 2;
const MOST_CLAIMS = 4;
const LONGEST_READ = 50_000;
const LONGEST_SENTENCE = 1_000;
const LONGEST_CLAIM = 300;
