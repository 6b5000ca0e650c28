import { KIND_WORDS } from './lists/frame-words.js';
import { NAMES } from './lists/names.js';
import { rephrase } from './rephrase.js';
import { wordSet } from './word-lists.js';

/** An option without the reasons given for it. */
export interface Explained {
  readonly core: string;
  /** What stood in brackets or after a dash and restricts nothing. */
  readonly gloss: string;
}

/** Takes off what only explains a choice: "SQLite (embedded)", "SQLite because it is simple". */
export function withoutExplanation(text: string): Explained {
  const trimmed = withoutAnnouncement(withoutReason(text.trim()));
  const [, praised, merit] = FOR_A_MERIT.exec(trimmed) ?? [];
  if (praised !== undefined && merit !== undefined) return { core: praised, gloss: merit };
  const [, core, gloss] = IN_BRACKETS.exec(trimmed) ?? AFTER_DASH.exec(trimmed) ?? [];
  if (core === undefined || gloss === undefined || !onlyExplains(gloss, core)) return { core: trimmed, gloss: '' };
  return { core, gloss };
}

/** "Rust for speed" praises Rust; "optimise for speed" says what to optimise for. */
const FOR_A_MERIT =
  /^((?!.*\b(?:optimi[sz]|tun(?:e|ing)|design|aim|test|rank|scor|train|prioriti|trad|judg|measur|choos|select|go\s+for|opt\s+for)).*\S)\s+(for\s+(?:better\s+|faster\s+|easier\s+|simpler\s+|safer\s+|cheaper\s+|lower\s+|higher\s+|quicker\s+)?(?:simplicity|speed|safety|performance|reliability|flexibility|clarity|consistency|familiarity|ease|builds|latency|costs?|throughput)(?:\s+of\s+\p{Letter}+)?)\W*$/iu;

const IN_BRACKETS = /^([^()[\]]*[^()[\]\s])\s*[([]([^()[\]]+)[)\]][\s.!]*$/u;
const AFTER_DASH = /^([^:–—]*?[^\s:])(?:\s+[-–—]+|:|\s*—)\s+(.+)$/u;

const ANNOUNCEMENT =
  /^(?:\+1\s+(?:for|to)\s+|(?:(?:my|our|the|final|best|preferred|right|i)\s+)*(?:vote|answer|recommendation|choice|pick|preference|decision|suggestion|position|verdict|conclusion|proposal|option)\s*(?::|\bis\b|\bwould be\b|\bgoes to\b|\bfor\b)\s*(?:for\s+)?)/iu;

const CONCLUSION =
  /(?<!\bas)\s+(?:it\s+is|wins|gets\s+my\s+vote|has\s+my\s+vote|instead|please|(?:is|are|would\s+be|seems|looks)\s+(?:(?:the|my|our)\s+)*(?:best|better|right|preferred|preferable|simplest|safest|way\s+to\s+go|choice|pick|favou?rite|recommendation|answer)(?:\s+(?:choice|option|one|way|fit|solution))?)\W*$/iu;

/** "PostgreSQL as our database" says what PostgreSQL is. */
const AS_ITS_KIND = new RegExp(
  String.raw`\s+as\s+(?:the|our|a|an)\s+(?:main\s+)?(?:${[...wordSet(KIND_WORDS)].join('|')})\W*$`,
  'iu',
);

function withoutAnnouncement(text: string): string {
  const rest = text.replace(ANNOUNCEMENT, '').replace(CONCLUSION, '').replace(AS_ITS_KIND, '');
  return /[\p{Letter}\p{Number}]/u.test(rest) ? rest : text;
}

/** "since 2019" and "as a service" give no reason, so each opening is taken only with the words that follow it. */
const REASON = new RegExp(
  [
    String.raw`\b(?:because|considering|owing\s+to|due\s+to|thanks\s+to|in\s+view\s+of|on\s+account\s+of|seeing\s+that|now\s+that)\b`,
    String.raw`\bsince\s+(?!\d)`,
    String.raw`,\s*as\s+(?!well\b|an?\b|soon\b|long\b|the\b)`,
    String.raw`\bas\s+(?:it|they|we|this|that|our|most|everyone|nobody|the\s+team)\b(?!\s+(?:is|are)\W*$)`,
    String.raw`\bgiven\s+(?:that|the|our|its|how)\b`,
    String.raw`\bfor\s+(?:its|their|the\s+sake\s+of|reasons\s+of)\b`,
    String.raw`[,;]\s*(?:which|so|it|this|they|that|we\s+(?:already|know|have|need|can))\b`,
    String.raw`[.!?]\s+(?:it|this|they|that|we|our|because)\b`,
    String.raw`\bwhich\s+(?:is|are|has|have|gives|makes|keeps|lets|allows)\b`,
    String.raw`\bso\s+(?:that|we|it|the)\b`,
    String.raw`(?<!\b(?:need|want|have|try|plan|decide|agree|aim|like|ought|going|how|ready|able|used|prefer|choose|time|best|better)\s+)\b(?:in\s+order\s+)?to\s+(?:avoid|reduce|minimi[sz]e|simplify|improve|ensure|save|limit|cut|prevent|gain|lower|ease|shorten|speed\s+up)\b`,
    String.raw`[,;]\s*(?:the\s+)?(?:simplest|safest|fastest|cheapest|best|easiest|most\s+\w+)(?:\s+(?:choice|option|one|way|solution))?\W*$`,
  ].join('|'),
  'iu',
);

function withoutReason(text: string): string {
  const start = text.search(REASON);
  const kept = start < 0 ? text : text.slice(0, start).replace(/[\s,;:([–—-]+$/u, '');
  return /[\p{Letter}\p{Number}]{2}/u.test(kept) ? kept : text;
}

/**
 * A gloss on a name describes it; the same brackets after an ordinary noun narrow it ("tests (unit)"), unless they only
 * praise. Numbers, other names, exceptions and additions always change the choice.
 */
function onlyExplains(gloss: string, core: string): boolean {
  // A compound such as "in-memory" or "append-only" describes, whatever its parts say alone.
  const words = gloss.toLowerCase().match(/[\p{Letter}\p{Number}-]+/gu) ?? [];
  if (NARROWING.test(gloss) || words.some((word) => RESTRICTING.has(word) || /\d/.test(word))) return false;
  if (words.some((word) => rephrase([word]).some((name) => KNOWN_NAMES.has(name)))) return false;
  return (
    endsInName(core) || APPOSITION.test(gloss) || words.every((word) => PRAISE.has(word) || /(?:er|est)$/.test(word))
  );
}

function endsInName(core: string): boolean {
  const last = core.match(/[\p{Letter}\p{Number}.+#]+/gu)?.at(-1) ?? '';
  return KNOWN_NAMES.has(last.toLowerCase()) || /^.+\p{Lu}/u.test(last);
}

const NARROWING =
  /^\s*(?:and|&|\+|for|in|on|at|from|to|by|during|after|before|behind|via|using|first|then|later|some|all|every|each)(?![\p{Letter}-])/iu;

/** A sentence of its own, or another way to call the same. */
const APPOSITION = /^\s*(?:the|a|an|our|it|we|they|this|that|as|because|since)(?![\p{Letter}-])/iu;

const KNOWN_NAMES = wordSet(NAMES);

const RESTRICTING = wordSet(`
not no never without only except excluding unless until if when with plus or but also instead partially partly just
rather than later yet eventually soon tomorrow today next drop remove delete delay postpone replace stop reject avoid
keep migrate move disable enable yes adopt
`);

const PRAISE = wordSet(`
simple simplest easy easiest fast fastest cheap cheapest safe safest best better good reliable mature proven standard
recommended preferred and popular familiar lightweight robust obvious boring well known tested the a most very more choice
default pragmatic sensible winner favourite favorite
`);
