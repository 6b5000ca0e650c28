import { sameOption } from '../../semantics/index.js';
import { readList } from './read-list.js';

/**
 * The options that a question offers: its list, "A or B (or C)", or Yes and No. Undefined where it offers none or it is
 * not certain: a wrong ballot would mislead all participants, a missing one only lets them word their options.
 */
export function readBallot(question: string): string[] | undefined {
  const text = question
    .replace(/\b(choose|decide|choice|torn|deciding|choosing) between (.+?) and /gi, '$1 between $2 or ')
    .replace(/`[^`\n]*`/g, (code) => code.replace(/\b(?:or|vs)\b/gi, '_'))
    .trim();
  const list = readList(text);
  if (list !== undefined) return list === 'other list' ? undefined : checked(list);
  const sentence = askingSentence(text);
  if (sentence === undefined || ASKS_MORE.test(sentence)) return undefined;
  const offered = /^\W*(?:our |the )?(?:options|choices|candidates|alternatives)\b[^:]*:\s*(.+)$/i.exec(sentence)?.[1];
  if (offered !== undefined) return checked(splitAlternatives(offered.replace(/,? and /gi, ', ')).map(tidy));
  if (HAS_OR.test(sentence.replace(/\bor not\b/gi, ''))) return checked(readAlternatives(sentence));
  return YES_NO.test(sentence) && !NOT_YES_NO.test(sentence) ? yesAndNo(sentence) : undefined;
}

export const MAX_OPTIONS = 12;
const MAX_WORDS = 8;
const HAS_OR = /\s(?:or|vs\.?|versus|oder)\s/i;
/** A second question inside the first: no single option answers both. */
const ASKS_MORE = /\b(?:if so|and (?:who|how|what|when|which|where|why))\b/i;

function checked(options: readonly string[]): string[] | undefined {
  const isWhole = options.every((option) => {
    const words = option.split(/\s+/).length;
    return option !== '' && words <= MAX_WORDS && !/[?]|\b(?:or|either|whether|what|how|which)\b/i.test(option);
  });
  const areDistinct = options.every((a, index) => options.slice(index + 1).every((b) => !sameOption(a, b)));
  return isWhole && areDistinct && options.length >= 2 && options.length <= MAX_OPTIONS ? [...options] : undefined;
}

/** The only sentence that asks something; a short "Which one?" points to the sentence before it. */
function askingSentence(text: string): string | undefined {
  const sentences = text.split(/(?<=[?？])\s*|(?<=[.!])\s+(?=\p{Lu}|\W*$)|\n+/u).filter((part) => part.trim() !== '');
  const asking = sentences.filter((part) => /[?？]\s*$/.test(part));
  const isShort = (part: string) => part.split(/\s+/).length <= 4 && /^\W*(?:which|what|why|your|any)/i.test(part);
  const whole = asking.filter((part) => !isShort(part) || HAS_OR.test(part));
  if (whole.length > 1) return undefined;
  const before = sentences[sentences.indexOf(asking[0] ?? '') - 1];
  const chosen = whole[0] ?? (before !== undefined && OFFERS.test(before) ? before : undefined);
  return chosen?.replace(/[?？.!\s]+$/, '').trim();
}

/** Before a short "Which one?". */
const OFFERS = /\b(?:either|or|between|options?|choices?|candidates?|alternatives?)\b/i;
const AUXILIARY = 'should|shall|do|does|did|is|are|was|can|could|would|will|must|may|has|have|ought';
const OPEN = /^\W*(?:how|why|who|when|where|what|which|whose|name|list|describe|explain|review|compare)\b/i;
/** What stands between the subject and the thing that is chosen. */
const CHOOSING =
  /\b(?:use|using|adopt|choose|pick|select|take|prefer|be(?=\s\S+$)|go with|go for|settle on|standardi[sz]e on|rely on|either|between)\s+/gi;
const MOVING =
  /\b(?:switch|move|migrate|upgrade|convert|write|written|stay|store[ds]?|keep|host(?:ed)?|run|deploy(?:ed)?|live|go)\b.*?\s(?:to|in|into|with|on|at|as)\s+/gi;
const VERB =
  /^(?:keep|stay|stick|remain|leave|continue|wait|build|buy|patch|fix|rewrite|refactor|extend|migrate|move|switch|upgrade|drop|delete|remove|add|create|split|merge|use|adopt|write|run|roll|pin|start|stop|skip|make|replace|store|cache|ship|retry|reject|allow|block|generate|hire|host|raise|lower|accept|return|throw|log|let|do|introduce|retire|reuse|wrap|send|read|poll|batch|outsource|rebuild|restore|purchase|postpone|delay)\b/i;
const TAIL =
  /\s(?:for|in|on|at|as|when|while|given|during|within|across|between|behind|under|this|next|if|because|by default|better|instead)\b.*$/i;
const ARTICLE = /^(?:a|an|the|our|either)\s+/i;

/** "A or B", "A, B or C", also behind a colon. Empty where it is not certain what the alternatives are. */
function readAlternatives(sentence: string): string[] {
  const bracketed = sentence.replace(/\s*\(\s*(?:or|oder)\s+([^)]+)\)/gi, ' or $1');
  const colon = /^[^:]*:\s+(.+)$/s.exec(bracketed)?.[1];
  if (colon !== undefined && (YES_NO.test(colon) || OPEN.test(colon))) return readAlternatives(colon);
  const named = colon ?? (OPEN.test(bracketed) ? afterComma(bracketed) : undefined);
  if (named !== undefined) return withoutTail(splitAlternatives(named)).map(tidy);
  if (OPEN.test(bracketed)) return [];
  const lead = leadOf(bracketed);
  if (lead === undefined) return [];
  const parts = splitAlternatives(bracketed.slice(lead.end));
  if (lead.isVerb) return parts.slice(1).every((part) => VERB.test(part)) ? parts.map(tidy) : [];
  if (parts.some((part) => VERB.test(part) && /^\p{Ll}/u.test(part))) return [];
  return withSharedName(withoutTail(parts).map(tidy));
}

/** "Which is better for us, A or B?", but not "Which of A, B or C?". */
function afterComma(sentence: string): string | undefined {
  const [, before = '', named = ''] = /^([^,]+),\s*(.*\s(?:or|oder)\s[^,]+)$/is.exec(sentence) ?? [];
  const isInList = /\b(?:of|between|among|from)\b/i.test(before) || /[\p{Lu}\d]\S*$/u.test(before);
  return named === '' || isInList ? undefined : named;
}

/** "… or Hazelcast for session data": what follows the last thing belongs to the question. */
function withoutTail(parts: readonly string[]): string[] {
  return parts.map((part, index) => (index === parts.length - 1 && !VERB.test(part) ? part.replace(TAIL, '') : part));
}

interface Lead {
  readonly end: number;
  /** What is chosen between are deeds ("rewrite it or patch it"), not things. */
  readonly isVerb: boolean;
}

/** Where the first alternative begins. */
function leadOf(sentence: string): Lead | undefined {
  const asks = YES_NO.test(sentence);
  const lastPart = splitAlternatives(sentence).at(-1) ?? '';
  const first = sentence.split(/,|\s(?:or|vs\.?|versus|oder)\s/i)[0] ?? '';
  if (VERB.test(lastPart)) {
    const subject = /^\W*\w+\s+(?:we|i|they|(?:the|our)\s+\w+)\s+/i.exec(sentence)?.[0] ?? '';
    const isNested = /(?<!migrate|move|switch|upgrade|convert) to \S+$/i.test(first);
    return isNested || asks === (subject === '') ? undefined : { end: subject.length, isVerb: true };
  }
  const choosing = [...first.matchAll(CHOOSING)].at(-1);
  if (choosing !== undefined) return { end: choosing.index + choosing[0].length, isVerb: false };
  const moving = [...first.matchAll(MOVING)].at(-1);
  const areNames = /\p{Lu}|\d/u.test(lastPart) && /[\p{Lu}\d]\S*$/u.test(first);
  if (moving !== undefined && areNames) return { end: moving.index + moving[0].length, isVerb: false };
  return !asks && first.split(/\s+/).length <= 2 ? { end: 0, isVerb: false } : undefined;
}

function splitAlternatives(text: string): string[] {
  return text.split(/,?\s+(?:or|vs\.?|versus|oder)\s+|,\s*/i).map((part) => part.trim());
}

function tidy(option: string): string {
  return option
    .replace(/^["'“„]|["'”“]$/g, '')
    .replace(/[\s.,;]+$/, '')
    .replace(ARTICLE, '')
    .trim();
}

/** "HTTP 2 or 3": the number alone names nothing. */
function withSharedName(options: readonly string[]): string[] {
  const name = /^(.*\D)\d[\d.]*$/.exec(options[0] ?? '')?.[1];
  return options.map((option) => (name !== undefined && /^\d[\d.]*$/.test(option) ? name + option : option));
}

const YES_NO = new RegExp(`^\\W*(?:${AUXILIARY}|sollen|sollten|soll|sollte|ist|sind|können)\\s`, 'i');
const NOT_YES_NO =
  /^\W*(?:(?:can|could|would|will) you\b|do you (?:see|have|know))|\bhow (?:many|much|long)\b|^\W*\w+n't\b|^\W*\w+ (?:we|i|it) not\b/i;

/** With what each means, where the question says it in words that can be repeated. */
function yesAndNo(sentence: string): string[] {
  const asked = sentence.replace(/,?\s+or not\b.*$/i, '');
  const deed = /^\W*(?:should|shall) (?:we|i)\s+(.+)$/is.exec(asked)?.[1]?.trim();
  if (deed === undefined || deed.length > 80 || /[,;:\n]/.test(deed)) return ['Yes', 'No'];
  return [`Yes, ${deed}`, `No, do not ${deed}`];
}
