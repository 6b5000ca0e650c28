import { parseVote } from '../vote/parse-vote.js';

/**
 * What an answer stands for, in a few words: its vote, else the sentence in which it says what it would do.
 * Undefined when it says so nowhere.
 */
export function readPosition(answer: string): string | undefined {
  const parsed = parseVote(answer);
  if (parsed.kind === 'vote') return parsed.vote.option;
  return claimIn(answer);
}

/** The plainest kind of claim that occurs counts, and of several the last: an answer ends with what it comes to. */
function claimIn(answer: string): string | undefined {
  const sentences = answer
    .slice(-LONGEST_READ)
    .replace(/[*`#]+|(?<!\w)_+|_+(?!\w)/g, '')
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.slice(0, LONGEST_SENTENCE));
  for (const patterns of CLAIMS) {
    const claim = lastMatch(sentences, patterns);
    if (claim !== undefined) return claim;
  }
  return undefined;
}

function lastMatch(sentences: readonly string[], patterns: readonly RegExp[]): string | undefined {
  for (const sentence of sentences.toReversed()) {
    for (const pattern of patterns) {
      const claim = pattern.exec(sentence)?.groups?.claim?.trim();
      if (claim !== undefined && claim !== '') return claim.slice(0, LONGEST_CLAIM);
    }
  }
  return undefined;
}

const LONGEST_READ = 50_000;
const LONGEST_SENTENCE = 1_000;
const LONGEST_CLAIM = 300;

const NOUN =
  'position|choice|vote|recommendation|advice|answer|conclusion|preference|verdict|proposal|suggestion|decision|view|stance';
const SURELY = String.raw`(?:\s+(?:therefore|thus|hence|so|still|strongly|clearly|firmly|also|now|then|rather|much|definitely|certainly|simply|personally))*`;
const CHOOSE =
  'recommend|propose|suggest|advise|advocate|favou?r|prefer|choose|pick|vote|support|side|opt|settle|lean|argue\\s+(?:for|against)|plead|back|reject|oppose';
const DO =
  'go|take|keep|stay|stick|use|adopt|leave|turn|split|rewrite|build|buy|move|migrate|upgrade|switch|avoid|drop|remove|delete|enable|disable|start|wait|delay|introduce|replace|retain|continue|remain|decline|do|not';
const BETTER = 'better|best|right|safer|wiser|simpler|sounder|stronger|more\\s+sensible';
const OPENING = String.raw`^\W*(?:(?:so|therefore|thus|hence|overall|and|but|in\s+short|in\s+sum|on\s+balance|all\s+in\s+all|for\s+[^,]{1,60}|that\s+is\s+why|this\s+is\s+why),?\s+){0,2}`;

/** Where a clause begins: "a risk that I would not take" claims nothing. */
const I = String.raw`(?<=^\W*|[,;:—–]\s*|\b(?:so|therefore|thus|hence|why|and|but|then|here|short|sum|balance|overall)\s+|\bfor\s[^,]{1,60},?\s)I`;

const pattern = (text: string) => new RegExp(text, 'i');

/**
 * From the plainest to the vaguest. What would be done elsewhere ("we would have to …") is no claim: it takes a first
 * person, an order, or a word of judgement.
 */
const CLAIMS: readonly (readonly RegExp[])[] = [
  [
    pattern(
      String.raw`\bmy\s+(?:own\s+|clear\s+|final\s+)?(?:${NOUN})(?:\s+(?:here|on\s+this))?(?:\s+(?:is|remains|would\s+be|goes|stands)|:|,)+\s+(?<claim>.*)`,
    ),
    pattern(String.raw`^\W*(?:final\s+|short\s+)?(?:${NOUN}|bottom\s+line|summary)\s*:\s*(?<claim>.*)`),
    pattern(String.raw`${I}(?:'d|’d|'ll|’ll|\s+would|\s+will|\s+do|\s+must)?${SURELY}\s+(?<claim>(?:${CHOOSE})\b.*)`),
    pattern(String.raw`${I}(?:'m|’m|\s+am)${SURELY}\s+(?<claim>(?:for|against|in\s+favou?r\s+of)\b.*)`),
    pattern(String.raw`${I}(?:'d|’d|'ll|’ll|\s+would|\s+will)${SURELY}\s+(?<claim>(?:${DO})\b.*)`),
    pattern(
      String.raw`^(?:So\s+|Therefore\s+|In\s+short\s+|Overall\s+)?(?<claim>.*?)\s+(?:gets|has|wins)\s+my\s+vote\b`,
    ),
  ],
  [
    pattern(String.raw`${OPENING}(?<claim>we${SURELY}\s+(?:should|ought\s+to|had\s+better)\b.*)`),
    pattern(String.raw`${OPENING}let\s+us${SURELY}\s+(?<claim>.*)`),
    pattern(String.raw`${OPENING}let['’]s${SURELY}\s+(?<claim>.*)`),
    pattern(String.raw`^(?<claim>.*\bshould\s+(?:therefore|thus|hence)\b.*)`),
  ],
  [
    pattern(
      String.raw`\bthe\s+(?:${BETTER})\s+(?:choice|option|answer|fit|way|path|course)\s+(?:here\s+|for\s+us\s+)?is\s+(?<claim>.*)`,
    ),
    pattern(
      String.raw`^(?:[^,]{0,40},\s+)?(?<claim>.*?)\s+is\s+(?:clearly\s+|still\s+|simply\s+)?(?:the\s+(?:${BETTER})\s+(?:choice|option|answer|fit|way|path|course)|the\s+way\s+to\s+go)\b`,
    ),
    pattern(
      String.raw`^(?:[^:]{0,40}:\s+)?(?<claim>(?:choose|pick|use|keep|adopt|take|go\s+with|stay\s+with|stick\s+with|start|put|run|leave)\b.*)`,
    ),
  ],
  [
    pattern(
      String.raw`${OPENING}I(?:'d|’d|\s+would)${SURELY}\s+(?!have\b|say\b|add\b|expect\b|note\b|like\b|be\b|see\b|guess\b)(?<claim>\w+\s.*)`,
    ),
  ],
];
