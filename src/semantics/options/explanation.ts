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
  const [, chosen, remark] = AFTER_COMMA.exec(trimmed) ?? [];
  if (chosen !== undefined && remark !== undefined && isRemark(remark)) return { core: chosen, gloss: remark };
  const [, core, gloss] = IN_BRACKETS.exec(trimmed) ?? AFTER_DASH.exec(trimmed) ?? [];
  if (core === undefined || gloss === undefined || !onlyExplains(gloss, core)) return { core: trimmed, gloss: '' };
  return { core, gloss };
}

const BETTER =
  'better|faster|easier|simpler|safer|cheaper|lower|higher|quicker|cleaner|easy|safe|fast|quick|simple|cheap|good|low|high|less|fewer|smoother|shorter|reduced|improved|stronger|more';
const MERIT =
  'simplicity|speed|safety|performance|reliability|flexibility|clarity|consistency|familiarity|ease|builds|latency|costs?|throughput|maintainability|scalability|durability|portability|readability|stability|productivity|convenience|robustness|resilience|efficiency|compatibility|transparency|predictability|isolation|traceability';
/** Good only with a word that says so: "for safe rollbacks" praises, "for rollbacks" says what it is used for. */
const WELCOME =
  'rollbacks?|deploy(?:ment)?s|releases|debugging|maintenance|onboarding|testing|tooling|operations?|setup|recovery|integration|refactoring|development|iterations?|feedback|overhead|complexity|effort|work|risks?|bugs|errors|moving\\s+parts|dependencies|boilerplate|coupling|ownership|control|visibility|ergonomics|support|documentation|adoption|startup|start-up|loading|response\\s+times?';

/** "Rust for speed" praises Rust; "optimise for speed" says what to optimise for. */
const FOR_A_MERIT = new RegExp(
  String.raw`^((?!.*\b(?:optimi[sz]|tun(?:e|ing)|design|aim|test|rank|scor|train|prioriti|trad|judg|measur|choos|select|go\s+for|opt\s+for)).*?\S)[\s,]+((?:(?:mainly|mostly|primarily|chiefly|purely|simply)\s+)?for\s+(?:(?:${BETTER})\s+)?(?:${MERIT})(?:\s+of\s+\p{Letter}+)?|for\s+(?:${BETTER})\s+(?:${WELCOME}))\W*$`,
  'iu',
);

const IN_BRACKETS = /^([^()[\]]*[^()[\]\s])\s*[([]([^()[\]]+)[)\]][\s.!]*$/u;
const AFTER_DASH = /^([^:;–—]*?[^\s:;])(?:\s+[-–—]+|[:;]|\s*—)\s+(.+)$/u;
const AFTER_COMMA = /^([^,:;–—]*[^\s,:;]),\s+([^,]+)$/u;

const ANNOUNCEMENT =
  /^(?:\+1\s+(?:for|to)\s+|(?:(?:my|our|the|final|best|preferred|right|i)\s+)*(?:vote|answer|recommendation|choice|pick|preference|decision|suggestion|position|verdict|conclusion|proposal|option)\s*(?::|\bis\b|\bwould be\b|\bgoes to\b|\bfor\b)\s*(?:for\s+)?)/iu;

const CONCLUSION =
  /(?<!\bas)\s+(?:it\s+is|wins|gets\s+my\s+vote|has\s+my\s+vote|instead|please|suffices|(?:is|are|would\s+be)\s+(?:(?:good\s+)?enough|sufficient|fine)|will\s+do|makes\s+(?:the\s+most\s+|more\s+|most\s+)?sense|does\s+the\s+job|(?:is|are|would\s+be|seems|looks)\s+(?:(?:the|my|our)\s+)*(?:best|better|right|preferred|preferable|simplest|safest|way\s+to\s+go|choice|pick|favou?rite|recommendation|answer)(?:\s+(?:choice|option|one|way|fit|solution))?)\W*$/iu;

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
    String.raw`,\s*given\s`,
    String.raw`\bin\s+order\s+to\b`,
    String.raw`\bfor\s+\p{Letter}+\s+reasons\b`,
    String.raw`,\s*for\s+(?:security|compliance|privacy|auditability)\b`,
    String.raw`\bgiven\s+(?:that|the|our|its|how)\b`,
    String.raw`\bfor\s+(?:its|their|the\s+sake\s+of|reasons\s+of)\b`,
    String.raw`[,;]\s*(?:which|so|it|this|they|that|we\s+(?:already|know|have|need|can|cannot|lack|trust|like|want|run|use|are|were|do\s+not|don['’]t))\b`,
    String.raw`[.!?]\s+(?:it|this|they|that|we|our|because)\b`,
    String.raw`\bwhich\s+(?:is|are|has|have|gives|makes|keeps|lets|allows)\b`,
    String.raw`\bso\s+(?:that|we|it|the)\b`,
    String.raw`(?<!\b(?:need|want|have|try|plan|decide|agree|aim|like|ought|going|how|ready|able|used|prefer|choose|time|best|better)\s+)\b(?:in\s+order\s+)?to\s+(?:avoid|reduce|minimi[sz]e|simplify|improve|ensure|save|limit|cut|prevent|gain|lower|ease|shorten|speed\s+up|mitigate|offload|relieve|decouple|protect|increase|maximi[sz]e|boost|enhance|guarantee|achieve|eliminate|make\s+(?:it|things|sure)|keep\s+(?:it|things|(?:the\s+)?(?:costs?|risks?|latency|complexity))|stay\s+(?:flexible|simple|safe|independent)|help|catch\s+(?:bugs|errors|regressions)|be\s+(?:safe|sure|on\s+the\s+safe\s+side))\b`,
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
  if (BETTER_THAN.test(gloss) || SPARED.test(gloss)) return true;
  if (COUNT.test(gloss) && !ONE_PLACE.test(gloss)) return false;
  if (NARROWING.test(gloss) || words.some((word) => RESTRICTING.has(word) || /\d/.test(word))) return false;
  if (words.some((word) => rephrase([word]).some((name) => KNOWN_NAMES.has(name)))) return false;
  return endsInName(core) || APPOSITION.test(gloss) || tellsOfIt(gloss) || words.every((word) => PRAISE.has(word));
}

function endsInName(core: string): boolean {
  const last = core.match(/[\p{Letter}\p{Number}.+#]+/gu)?.at(-1) ?? '';
  return KNOWN_NAMES.has(last.toLowerCase()) || (/^.+\p{Lu}/u.test(last) && !COMMON_NOUNS.has(last.toLowerCase()));
}

/** Abbreviations that name a kind of thing, not one thing. */
const COMMON_NOUNS = wordSet('api apis ui uis cli db dbs ci cd qa ux os vm vms sdk sdks orm prs pr id ids');

const NARROWING =
  /^\s*(?:and|&|\+|for|in|on|at|from|to|by|during|after|before|behind|via|using|first|then|later|some|all|every|each)(?![\p{Letter}-])/iu;

/** After a comma only what praises or tells why is no part of the choice: a list goes on there too. */
function isRemark(remark: string): boolean {
  const words = remark.toLowerCase().match(/[\p{Letter}\p{Number}-]+/gu) ?? [];
  if (SPARED.test(remark) || BETTER_THAN.test(remark)) return true;
  if (words.some((word) => RESTRICTING.has(word) || /\d/.test(word) || KNOWN_NAMES.has(word))) return false;
  return (
    GAIN.test(remark) ||
    PRAISED.test(remark) ||
    (CLAUSE.test(remark) && /^(?:the\s+team|our|everyone|nobody|most|people)\b/iu.test(remark))
  );
}

/** "simpler tooling", "less overhead". */
const GAIN = new RegExp(String.raw`^\W*(?:${BETTER})\s+(?:\p{Letter}+\s+)?(?:${MERIT}|${WELCOME})\W*$`, 'iu');

/** A clause with a subject of its own, what the thing does for us, or what is gained. */
function tellsOfIt(gloss: string): boolean {
  return (
    GAIN.test(gloss) || PRAISED.test(gloss) || CLAUSE.test(gloss) || DOES_GOOD.test(gloss) || ONE_PLACE.test(gloss)
  );
}

/** Its verb stands after a subject: at the front it would be an order, and so a part of the choice. */
const CLAUSE =
  /^\s*(?:\p{Letter}[\p{Letter}-]*\s+){1,4}(?:is|are|was|has|have|had|costs?|needs?|takes?|works?|worked|scales?|fits?|depends?|knows?|gives?|makes?|lets|allows?|guarantees?|saves?|reduces?|means|would|will|can|does|did|wants?|likes?|prefers?|uses?|comes?|helps?|pays?|hurts?|suffers?|hides?|breaks?|dominates?|lacks?|exists?|matters?|grows?|slows?|leaks?|trusts?|remains?|fails?|misses|loses?|gains?|gets?|catch(?:es)?|prevents?|avoids?|supports?|handles?|expects?|understands?|requires?)(?:\s|\W*$)/iu;
const DOES_GOOD =
  /^\s*(?:guarantees|scales|avoids|saves|reduces|works|gives|makes|lets|allows|fits|simplifies|prevents|improves|costs|speeds|supports|offers|provides|has|helps|eases|cuts)\s/iu;
/** "proven technology", "easy rollback": a quality that everybody wants narrows nothing. */
const PRAISED =
  /^(?!.*\b(?:tiers?|plans?|queues?|modes?|versions?|editions?|channels?|networks?|storage|hardware|instances?|nodes?|machines?|regions?|lanes?|paths?|variants?|databases?|services?|servers?|tests?|clients?|caches?|keys?|users?|models?)\W*$)\W*(?:easy|easier|cheap|cheaper|proven|mature|familiar|predictable|reliable|robust|good|better|great|excellent|simpler|well[\s-]\p{Letter}+|(?:easy|simple|cheap|quick|safe|fast)\s+to)\s+\p{Letter}+(?:\s+\p{Letter}+)?\W*$/iu;
/** "no lock-in" does without what nobody wants. */
const SPARED =
  /^\W*(?:no|without|less|little)\s+(?:(?:extra|additional|new|more|further|vendor)\s+)?(?:lock-?in|overhead|maintenance|boilerplate|infrastructure|licen[cs]e\s+(?:costs?|fees?)|moving\s+parts|surprises|build\s+step|risk|hassle|magic|complexity|dependencies|operations|ops|servers?\s+to\s+\p{Letter}+|\p{Letter}+\s+(?:needed|required|necessary))\W*$/iu;
const BETTER_THAN =
  /^\W*(?:(?:simpler|faster|cheaper|safer|easier|better|lighter|quicker|cleaner)|(?:more|less)\s+\p{Letter}+)\s+than\s+[^\d,]+$/iu;
const COUNT = /(?<![\p{Letter}-])(?:one|two|three|four|five|six|ten|single|double|multiple|several)(?![\p{Letter}-])/iu;
const ONE_PLACE = /^\s*(?:one|a\s+single)\s+(?:place|source|home|tool|language|system|way|thing|spot)\b/iu;

/** A sentence of its own, or another way to call the same. */
const APPOSITION =
  /^\s*(?:the|a|an|our|it|we|they|this|that|as|because|since|nobody|everyone|everybody)(?![\p{Letter}-])/iu;

const KNOWN_NAMES = wordSet(NAMES);

const RESTRICTING = wordSet(`
not no never without only except excluding unless until if when with plus or but also instead partially partly just
rather than later yet eventually soon tomorrow today next drop remove delete delay postpone replace stop reject avoid
keep migrate move disable enable yes adopt
`);

const PRAISE = wordSet(`
simple simplest easy easiest fast fastest cheap cheapest safe safest best better good reliable mature proven standard
recommended preferred and popular familiar lightweight robust obvious boring well known tested the a most very more choice
default pragmatic sensible winner favourite favorite durable stable secure scalable flexible efficient maintainable
battle-tested battle proven well-known well-tested lean clean modern convenient predictable powerful portable sound
solid cost-effective future-proof readable simpler faster cheaper easier safer quicker cleaner lighter smaller nicer
stronger leaner saner cheapest cleanest lightest quickest nicest
`);
