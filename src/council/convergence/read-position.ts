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

/** The last claim counts: an answer ends with what it comes to. What somebody says of itself goes before advice. */
function claimIn(answer: string): string | undefined {
  const sentences = answer.slice(-LONGEST_READ).split(/(?<=[.!?])\s+|\n+/);
  return lastMatch(sentences, OWN_CLAIMS) ?? lastMatch(sentences, ADVICE);
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
const LONGEST_CLAIM = 300;

// What would be done elsewhere ("we would have to …") is no claim: it takes a first person and a word of choice.
const OWN_CLAIMS = [
  /\bI(?:'d|’d| would| will| strongly| clearly| still)* (?<claim>(?:go|choose|pick|take|keep|stay|use|adopt|prefer|recommend|favou?r|vote|side|leave|turn|split|rewrite|build|buy|move|migrate|reject|avoid|drop|enable|disable|fine-tune|hard delete|soft delete|do|not)\b.*)/i,
  /\b[Mm]y (?:choice|vote|recommendation|answer|conclusion|position|preference|verdict)(?: is| goes|:|,)+ (?<claim>.*)/,
  /^(?:So |Therefore |In short |Overall )?(?<claim>.*?) (?:gets|has|wins) my vote\b/i,
];

const ADVICE = [
  /^(?:[^:]{0,40}: )?(?<claim>(?:choose|pick|use|keep|adopt|take|go with|stay with|stick with)\b.*)/i,
  /^(?:[^,]{0,40}, )?(?<claim>.*?) is (?:clearly |still |simply )?the (?:better|best|right|safer|wiser) (?:choice|option|answer|fit|way)\b/i,
];
