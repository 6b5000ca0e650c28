import { withoutFraming } from './framing.js';
import { KIND_WORDS } from './lists/frame-words.js';
import { NAMES } from './lists/names.js';
import { BETTER, MERIT, WELCOME } from './merits.js';
import { phrasePattern } from './phrase-pattern.js';
import { withoutReason } from './reasons.js';
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
  if (praised !== undefined && merit !== undefined) return { core: praised, gloss: '' };
  const [, wanted, gains] = FOR_GAINS.exec(trimmed) ?? [];
  if (wanted !== undefined && gains !== undefined && !restricts(gains)) return { core: wanted, gloss: '' };
  const [, chosen, remark] = AFTER_COMMA.exec(trimmed) ?? [];
  if (chosen !== undefined && remark !== undefined && isRemark(remark)) return { core: chosen, gloss: '' };
  const [, core, gloss] = IN_BRACKETS.exec(trimmed) ?? AFTER_DASH.exec(trimmed) ?? AFTER_SENTENCE.exec(trimmed) ?? [];
  if (core === undefined || gloss === undefined || !onlyExplains(gloss, core)) return { core: trimmed, gloss: '' };
  return { core, gloss };
}

/** "Rust for speed" praises Rust; "optimise for speed" says what to optimise for. */
const FOR_A_MERIT = phrasePattern(
  String.raw`^((?!.*\b(?:optimi[sz]|tun(?:e|ing)|design|aim|test|rank|scor|train|prioriti|trad|judg|measur|choos|select|go\s+for|opt\s+for)).*?\S)[\s,]+((?:(?:mainly|mostly|primarily|chiefly|purely|simply)\s+)?for\s+(?:(?:${BETTER})\s+)?(?:${MERIT})(?:\s+of\s+\p{Letter}+)?|for\s+(?:${BETTER})\s+(?:${WELCOME})(?:\s+and\s+(?:(?:${BETTER})\s+)?(?:${MERIT}|${WELCOME}))?)\W*$`,
);

/** After a comma, what begins with a praise goes on praising: "Go, for fast builds and a single static binary". */
const FOR_GAINS = phrasePattern(
  String.raw`^(.*?\S),\s+((?:(?:mainly|mostly|primarily|chiefly|purely|simply)\s+)?for\s+(?:the\s+|an?\s+)?(?:(?:${BETTER})\s+\p{Letter}|(?:\p{Letter}+\s+)?(?:${MERIT})\b).*)$`,
);

const IN_BRACKETS = /^([^()[\]]*[^()[\]\s])\s*[([]([^()[\]]+)[)\]][\s.!]*$/u;
const AFTER_DASH = /^([^:;–—]*?[^\s:;])(?:\s+[-–—]+|[:;]|\s*—)\s+(.+)$/u;
const AFTER_SENTENCE = /^([^.!?]*\p{Letter}{2,})[.!?]\s+(\p{Lu}.+)$/u;
const AFTER_COMMA = /^([^,:;–—]*[^\s,:;]),\s+([^,]+)$/u;

const ANNOUNCEMENT =
  /^(?:\+1\s+(?:for|to)\s+|(?:(?:my|our|the|final|best|preferred|right|i)\s+)*(?:vote|answer|recommendation|choice|pick|preference|decision|suggestion|position|verdict|conclusion|proposal|option)\s*(?::|\bis\b|\bwould be\b|\bgoes to\b|\bfor\b)\s*(?:for\s+)?)/iu;

const CONCLUSION =
  /(?<!\bas)\s+(?:it\s+is|wins|gets\s+my\s+vote|has\s+my\s+vote|instead|please|suffices|(?:is|are|would\s+be)\s+(?:(?:good\s+)?enough|sufficient|fine)|will\s+do|makes\s+(?:the\s+most\s+|more\s+|most\s+)?sense|does\s+the\s+job|(?:is|are|would\s+be|seems|looks)\s+(?:(?:the|my|our)\s+)*(?:best|better|right|preferred|preferable|simplest|safest|way\s+to\s+go|choice|pick|favou?rite|recommendation|answer)(?:\s+(?:choice|option|one|way|fit|solution))?)\W*$/iu;

/** "PostgreSQL as our database" says what PostgreSQL is. */
const AS_ITS_KIND = phrasePattern(
  String.raw`\s+as\s+(?:the|our|a|an)\s+(?:main\s+)?(?:${[...wordSet(KIND_WORDS)].join('|')})\W*$`,
);

function withoutAnnouncement(text: string): string {
  const rest = withoutFraming(text.replace(ANNOUNCEMENT, '').replace(CONCLUSION, '').replace(AS_ITS_KIND, ''));
  return /[\p{Letter}\p{Number}]/u.test(rest) ? rest : text;
}

/**
 * A gloss on a name describes it; the same brackets after an ordinary noun narrow it ("tests (unit)"), unless they only
 * praise. Numbers, other names, exceptions and additions always change the choice.
 */
function onlyExplains(gloss: string, core: string): boolean {
  // A compound such as "in-memory" or "append-only" describes, whatever its parts say alone.
  const words = wordsOf(gloss);
  if (BETTER_THAN.test(gloss) || SPARED.test(gloss) || SUPERLATIVE.test(gloss) || LEAVES_TO.test(gloss)) return true;
  if (TO_AN_END.test(gloss) && !EXCEPTING.test(gloss)) return true;
  if (MERIT_FIRST.test(gloss) && endsInName(core)) return true;
  if (NEGATED_CLAUSE.test(gloss) && !namesSomething(words)) return true;
  if (COUNT.test(gloss) && !ONE_PLACE.test(gloss)) return false;
  if (NARROWING.test(gloss) || restricts(gloss)) return false;
  if (namesSomething(words)) return false;
  return endsInName(core) || APPOSITION.test(gloss) || tellsOfIt(gloss) || words.every((word) => PRAISE.has(word));
}

function endsInName(core: string): boolean {
  const last = core.match(/[\p{Letter}\p{Number}.+#]+/gu)?.at(-1) ?? '';
  return (
    KNOWN_NAMES.has(last.toLowerCase()) ||
    /\p{Letter}\d/u.test(last) ||
    (/^.+\p{Lu}/u.test(last) && !COMMON_NOUNS.has(last.toLowerCase()))
  );
}

/** Abbreviations that name a kind of thing, not one thing. */
const COMMON_NOUNS = wordSet('api apis ui uis cli db dbs ci cd qa ux os vm vms sdk sdks orm prs pr id ids');

const NARROWING =
  /^\s*(?:and|&|\+|for|in|on|at|from|to|by|during|after|before|behind|via|using|first|then|later|some|all|every|each)(?![\p{Letter}-])/iu;

const namesSomething = (words: readonly string[]) =>
  words.some((word) => rephrase([word]).some((name) => KNOWN_NAMES.has(name)));

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{Letter}\p{Number}-]+/gu) ?? [];

const restricts = (text: string) => wordsOf(text).some((word) => RESTRICTING.has(word) || /\d/.test(word));

/** After a comma only what praises or tells why is no part of the choice: a list goes on there too. */
function isRemark(remark: string): boolean {
  if (SPARED.test(remark) || BETTER_THAN.test(remark)) return true;
  if (SUPERLATIVE.test(remark) || USUAL.test(remark) || KNOWN_TO_US.test(remark)) return !EXCEPTING.test(remark);
  if (restricts(remark) || wordsOf(remark).some((word) => KNOWN_NAMES.has(word))) return false;
  return (
    GAIN.test(remark) ||
    PRAISED.test(remark) ||
    (CLAUSE.test(remark) && /^(?:the\s+team|our|everyone|nobody|most|people)\b/iu.test(remark)) ||
    TOO_MUCH.test(remark)
  );
}

/** "simpler tooling", "less overhead". */
const GAIN = phrasePattern(String.raw`^\W*(?:${BETTER})\s+(?:\p{Letter}+\s+)?(?:${MERIT}|${WELCOME})\W*$`);

/** A clause with a subject of its own, what the thing does for us, or what is gained. */
function tellsOfIt(gloss: string): boolean {
  return (
    GAIN.test(gloss) || PRAISED.test(gloss) || CLAUSE.test(gloss) || DOES_GOOD.test(gloss) || ONE_PLACE.test(gloss)
  );
}

/** Its verb stands after a subject: at the front it would be an order, and so a part of the choice. */
const CLAUSE =
  /^\s*(?:\p{Letter}[\p{Letter}-]*\s+){1,4}(?:is|are|was|has|have|had|costs?|needs?|takes?|works?|worked|scales?|fits?|depends?|knows?|gives?|makes?|lets|allows?|guarantees?|saves?|reduces?|means|would|will|can|does|did|wants?|likes?|prefers?|uses?|comes?|helps?|pays?|hurts?|suffers?|hides?|breaks?|dominates?|lacks?|exists?|matters?|grows?|slows?|leaks?|trusts?|remains?|fails?|misses|loses?|gains?|gets?|catch(?:es)?|prevents?|avoids?|supports?|handles?|expects?|understands?|requires?|keeps?|stays?|becomes?|runs|goes|cannot|can['’]t|doesn['’]t|isn['’]t|aren['’]t|won['’]t|don['’]t|seems?|causes?|wastes?|beats|covers|protects|do|were|performs?|behaves?|compiles?|ships|lives?|deserves?|drops|rises|increases|doubles|halves)(?:\s|\W*$)/iu;
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

/** "legal has not signed off". */
const NEGATED_CLAUSE =
  /^\s*(?:\p{Letter}[\p{Letter}-]*\s+){1,4}(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would)(?:\s+not|n['’]t)\s[^\d]+$/iu;
/** "the stack that most of us know". */
const KNOWN_TO_US =
  /^\W*(?:the|an?)\s+[\p{Letter}\s]+?\s(?:most\s+of\s+us|we|everyone|all\s+of\s+us|everybody|our\s+team|the\s+team)\s+(?:already\s+)?(?:know|like|use|trust|understand|want|need|prefer)s?\b/iu;
/** "the registry is too unreliable". */
const TOO_MUCH =
  /^\W*(?:the|this|that|its|their)\s+(?:\p{Letter}+\s+){1,3}(?:is|are|was|were|has|have|takes?|costs?)\s+(?:too|so|already|still|very|much|far|simply|proven|well|easy|hard|better|more)\b/iu;
const EXCEPTING = /\b(?:only|except|excluding|without|not|but|plus|unless|instead)\b/iu;
/** "memory safety without a garbage collector". */
const MERIT_FIRST = phrasePattern(String.raw`^\W*(?:\p{Letter}+\s+)?(?:${MERIT})\b[^\d,]*$`);
/** "(to stop cascading failures)". */
const TO_AN_END =
  /^\W*(?:so\s+as\s+)?to\s+(?:avoid|reduce|minimi[sz]e|simplify|improve|ensure|save|limit|cut|prevent|gain|lower|ease|shorten|speed|mitigate|offload|relieve|decouple|protect|increase|maximi[sz]e|boost|enhance|guarantee|achieve|eliminate|make|keep|stay|help|catch|be|stop|spread|share|get|let|allow|give|spare|free|unblock|comply|meet|learn|absorb|contain|detect|find|spot|survive|cope)\s[^\d]+$/iu;

/** "the best testability of the three". */
const SUPERLATIVE =
  /^\W*(?:the|our|by\s+far\s+the)\s+(?:best|most\s+(?!of\b|recent|important)\p{Letter}+|least\s+\p{Letter}+|(?:simpl|saf|fast|cheap|easi|clean|quick|strong|light|sound|wis|friendli|lean)est)\s[^\d]+$/iu;
/** "the current recommendation for password hashing", "an established standard". */
const USUAL =
  /^\W*(?:the|an?|our|its|still\s+the)\s+(?:usual|current|de\s+facto|obvious|natural|established|proven|well[\s-]known|recommended|widely\s+\p{Letter}+|common|accepted|safe|sane|sensible|pragmatic|industry|generally\s+\p{Letter}+|preferred)\s+(?:\p{Letter}+\s+)?(?:recommendation|advice|choice|option|standard|practice|answer|default|pick|favou?rite|way|approach|solution|technology|bet|method|tool|pattern|algorithm)\b/iu;
/** "each team keeps its part": what everybody may go on doing. */
const LEAVES_TO =
  /^\s*(?:each|every|all)\s+\p{Letter}+\s+(?:keeps?|can|may|stays?|remains?|knows?|understands?|gains?|learns?|benefits?|likes?|wants?)\s[^\d]+$/iu;

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
