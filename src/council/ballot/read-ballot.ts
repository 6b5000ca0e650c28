import { sameOption } from '../../semantics/index.js';
import { readList } from './read-list.js';

/**
 * The options that a question offers: its list, "A or B (or C)", or Yes and No. Undefined where it offers none or it is
 * not certain: a wrong ballot would mislead all participants, a missing one only lets them word their options.
 */
export function readBallot(question: string): string[] | undefined {
  const text = question
    .replace(/`[^`\n]*`/g, (code) => code.replace(/\b(?:or|vs)\b/gi, '_'))
    .replace(/\b(choose|decide|choice|torn|deciding|choosing) between (.+?) and /gi, '$1 between $2 or ');
  const list = readList(text.trim());
  if (list !== undefined) return list === 'other list' ? undefined : checked(list);
  const sentence = askingSentence(text.trim());
  if (sentence === undefined || ASKS_MORE.test(sentence)) return undefined;
  if (HAS_OR.test(sentence.replace(/\bor not\b/gi, '')) || OFFERED.test(sentence))
    return checked(alternativesIn(sentence));
  return YES_NO.test(sentence) && !NOT_YES_NO.test(sentence) ? yesAndNo(sentence) : undefined;
}

export const MAX_OPTIONS = 12;
const HAS_OR = /\s(?:or|vs\.?|versus|oder|\/)\s/i;
const OFFERED = /^\W*(?:our |the )?(?:options|choices|candidates|alternatives|pick|choose|which)\b[^:,]*:\s*(.+,.+)$/is;
/** A second question inside the first: no single option answers both. */
const ASKS_MORE = /\b(?:if so|and (?:who|how|what|when|which|where|why))\b/i;

function checked(options: readonly string[]): string[] | undefined {
  const isWhole = options.every(
    (option) =>
      option !== '' && option.split(/\s+/).length <= 8 && !/[?]|\b(?:or|either|whether|what|how|which)\b/i.test(option),
  );
  const areDistinct = options.every((a, index) => options.slice(index + 1).every((b) => !sameOption(a, b)));
  return isWhole && areDistinct && options.length >= 2 && options.length <= MAX_OPTIONS ? [...options] : undefined;
}

/** The only sentence that asks something; a short "Which one?" points to the sentence before it. */
function askingSentence(text: string): string | undefined {
  const sentences = text.split(/(?<=[?？])\s*|(?<=[.!])\s+(?=\p{Lu}|\W*$)|\n+/u).filter((part) => part.trim() !== '');
  const asking = sentences.filter((part) => /[?？]\s*$/.test(part) || /^\W*(?:pick|choose|select)\b/i.test(part));
  const isShort = (part: string) => part.split(/\s+/).length <= 4 && /^\W*(?:which|what|why|your|any)/i.test(part);
  const whole = asking.filter((part) => !isShort(part) || HAS_OR.test(part));
  if (whole.length > 1) return undefined;
  const before = sentences[sentences.indexOf(asking[0] ?? '') - 1] ?? '';
  const offers = /\b(?:either|or|between|options?|choices?|candidates?|alternatives?)\b/i.test(before);
  return (whole[0] ?? (offers ? before : undefined))?.replace(/[?？.!\s]+$/, '').trim();
}

const OPEN = /^\W*(?:how|why|who|when|where|what|which|whose|name|list|describe|explain|review|compare)\b/i;
/** What stands between the subject and the things to choose from. */
const CHOOSING =
  /\b(?:use|using|adopt|choose|pick|select|take|prefer|be(?=\s\S+$)|go with|go for|settle on|standardi[sz]e on|rely on|either|between)\s+/gi;
const MOVING =
  /\b(?:switch|move|migrate|upgrade|convert|write|written|stay|store[ds]?|keep|host(?:ed)?|run|deploy(?:ed)?|live|go)\b.*?\s(?:to|in|into|with|on|at|as)\s+/gi;
const VERB =
  /^(?:(?:keep|stay|stick|remain|leave|continue|wait|build|buy|patch|fix|rewrite|refactor|extend|migrate|move|switch|upgrade|drop|delete|remove|add|create|split|merge|use|adopt|write|run|roll|pin|start|stop|skip|make|replace|store|cache|ship|retry|reject|fail|allow|block|generate|hire|host|raise|lower|accept|return|throw|log|let|do|introduce|retire|reuse|wrap|send|read|poll|batch|outsource|rebuild|restore|postpone|delay|archive|deprecate|enable|disable|reduce|increase|limit|revert|rename|fork|vendor|deploy|train|rent|encrypt|validate|document|scale|shard)\b|(?!is|are|was|do|does|in|on|at|after|before|to|for|with|by|from|of|per|over|under|than|as)\p{Ll}+\s+(?:the|a|an|our|its|it|them|this|these|all|each|every)\b)/u;
const TAIL =
  /\s(?:for|in|on|at|as|when|while|given|during|within|across|between|behind|under|this|next|if|because|by default|(?:the |a )?better|the right|the best|instead|für)\b.*$/i;

/** "A or B", "A, B or C", also behind a colon. Empty where it is not certain what the alternatives are. */
function alternativesIn(sentence: string): string[] {
  const plain = sentence.replace(/\s*\(\s*(?:or|oder)\s+([^)]+)\)/gi, ' or $1');
  const colon = /^[^:]*:\s+(.+)$/s.exec(plain)?.[1];
  if (colon !== undefined && (YES_NO.test(colon) || OPEN.test(colon))) return alternativesIn(colon);
  const named = colon ?? (OPEN.test(plain) ? afterComma(plain) : undefined);
  if (named !== undefined) return tidied(split(named));
  const lead = OPEN.test(plain) ? undefined : leadOf(plain);
  if (lead === undefined) return [];
  const parts = split(plain.slice(lead.end));
  const areFit = lead.isVerb ? parts.slice(1).every((part) => VERB.test(part)) : !parts.some((part) => VERB.test(part));
  return areFit ? tidied(parts) : [];
}

/** "Which is better for us, A or B?", but not "Which of A, B or C?". */
function afterComma(sentence: string): string | undefined {
  const [, before = '', named = ''] = /^([^,]+),\s*(.*\s(?:or|oder)\s[^,]+)$/is.exec(sentence) ?? [];
  const isInList = /\b(?:of|between|among|from)\b/i.test(before) || /[\p{Lu}\d]\S*$/u.test(before);
  return named === '' || isInList ? undefined : named;
}

/** Where the first alternative begins, and whether they are deeds ("rewrite it or patch it") or things. */
function leadOf(sentence: string): { readonly end: number; readonly isVerb: boolean } | undefined {
  const asks = YES_NO.test(sentence);
  const [first = '', ...rest] = split(sentence);
  const last = rest.at(-1) ?? '';
  if (VERB.test(last)) {
    const subject = /^\W*\w+\s+(?:we|i|they|(?:the|our)\s+\w+)\s+/i.exec(sentence)?.[0] ?? '';
    const isNested = /(?<!migrate|move|switch|upgrade|convert) to \S+$/i.test(first);
    return isNested || asks === (subject === '') ? undefined : { end: subject.length, isVerb: true };
  }
  const judging = /\b(?:better|best|right|preferable)\b/i.test(last) ? /^\W*(?:is|are)\s+/i.exec(sentence) : null;
  const areNames = /\p{Lu}|\d/u.test(last) && /[\p{Lu}\d]\S*$/u.test(first);
  const lead =
    judging ?? [...first.matchAll(CHOOSING)].at(-1) ?? (areNames ? [...first.matchAll(MOVING)].at(-1) : null);
  if (lead != null) return { end: lead.index + lead[0].length, isVerb: false };
  return !asks && first.split(/\s+/).length <= 2 ? { end: 0, isVerb: false } : undefined;
}

function split(text: string): string[] {
  return text.split(/,?\s+(?:or|vs\.?|versus|oder|\/)\s+|,\s*(?:and\s+)?/i).map((part) => part.trim());
}

/** Without quotes, articles, and what follows the last thing: "… or Hazelcast for session data". */
function tidied(parts: readonly string[]): string[] {
  const options = parts.map((part, index) =>
    (index === parts.length - 1 && !VERB.test(part) ? part.replace(TAIL, '') : part)
      .replace(/^["'“„]|["'”“]$/g, '')
      .replace(/[\s.,;]+$/, '')
      .replace(index > 0 ? /^(?:in|to|on|with)\s+(?=\p{Lu})/u : /^$/, '')
      .replace(/^(?:an?|the|our|either|eine?n?)\s+/i, ''),
  );
  // "HTTP 2 or 3": the number alone names nothing.
  const name = /^(.*\D)\d[\d.]*$/.exec(options[0] ?? '')?.[1] ?? '';
  return options
    .filter((option) => !/^(?:(?:some|any)thing else|another|other)\b/i.test(option))
    .map((option) => (/^\d[\d.]*$/.test(option) ? name + option : option));
}

const YES_NO =
  /^\W*(?:should|shall|do|does|did|is|are|was|can|could|would|will|must|may|has|have|ought|sollen|sollten|soll|sollte|ist|sind|können)\s/i;
const NOT_YES_NO =
  /^\W*(?:(?:can|could|would|will) you\b|do you (?:see|have|know)|\w+ (?:we|i|it) not\b)|\bhow (?:many|much|long)\b/i;

/** With what each means, where the question says it in words that can be repeated. */
function yesAndNo(sentence: string): string[] {
  const deed = /^\W*(?:should|shall) (?:we|i)\s+(.+)$/is.exec(sentence.replace(/,?\s+or not\b.*$/i, ''))?.[1]?.trim();
  if (deed === undefined || deed.length > 80 || /[,;:\n]/.test(deed)) return ['Yes', 'No'];
  return [`Yes, ${deed}`, `No, do not ${deed}`];
}
