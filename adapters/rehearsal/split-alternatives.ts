import { focusOnChoice } from './focus-on-choice.js';
import { nameBehindLead } from './name-behind-lead.js';
import { ARTICLES, bareItem, dropAdverbs, fromFirstVerb, MODALS, PERSONS, SUBJECTS, startsAsAction } from './phrase.js';
import { splitForeignAlternatives } from './split-foreign-alternatives.js';
import { trimActions, trimNames } from './trim-items.js';

/**
 * The alternatives that one sentence offers: "A or B", "A, B or C", "A vs B", "between A and B", "whether to do this
 * or do that". Empty when it offers none. What stands before the first item and behind the last one is taken off by
 * rules that every item passes through, so that their order says nothing.
 */
export function splitAlternatives(sentence: string): string[] {
  const text = focusOnChoice(sentence);
  const enumerated = / or /i.test(text) && / and /i.test(text) ? undefined : ENUMERATION.exec(text)?.[1];
  if (enumerated !== undefined) {
    const items = splitItems(enumerated, / (?:and|or) /i);
    const offered = items.length > 2 && isAnnouncement(items[0] ?? []) ? items.slice(1) : items;
    if (offered.length > 1) return trimNames(offered);
  }
  const items = splitItems(text, / or /i);
  return items.length > 1 ? alternativesOf(items) : splitForeignAlternatives(sentence);
}

const ENUMERATION = /\b(?:between|among|one of|which of) (.+)$/i;

function alternativesOf(items: readonly string[][]): string[] {
  const opening = items.slice(0, -1);
  const last = items.at(-1) ?? [];
  if (bareItem(last)[0]?.toLowerCase() === 'not') return [];
  const offered = opening.slice(Math.max(0, opening.findLastIndex(hasLead)));
  const first = fromLastRequest(withSmallInitial(offered[0] ?? []));
  const rest = [...offered.slice(1), last];
  const actions = rest.map(bareItem);
  // "Are A or B the better choice" asks about names, however they look.
  const asksAboutNames = /^(is|are|was|were)$/.test(first[0] ?? '') && first[1]?.toLowerCase() !== 'it';
  if (!asksAboutNames && actions.every(startsAsAction)) {
    const action = fromFirstVerb(first);
    if (action !== undefined && action.length > 0) return trimActions([action, ...actions]);
  }
  // "Which one should we use, A or B?" ends before the first name.
  const isOnlyLead = rest.length > 1 && /^(which|what|where|how|who)$/i.test(offered[0]?.[0] ?? '');
  return trimNames(isOnlyLead ? actions : [nameBehindLead(first, last), ...actions]);
}

function splitItems(text: string, joint: RegExp): string[][] {
  const parts = text.split(joint);
  const list = parts.flatMap((part, index) =>
    index < parts.length - 1 ? part.split(/, ?/) : [part.split(/[,;] /)[0] ?? ''],
  );
  return list
    .map((item) => dropAdverbs(item.split(' ').filter((word) => word !== '')))
    .filter(({ length }) => length > 0);
}

function hasLead(words: readonly string[]): boolean {
  return words.some((word, index) => {
    const [previous = '', next = ''] = [words[index - 1], words[index + 1]];
    const isOpening =
      (index === 0 && word !== 'do') || SUBJECTS.has(next) || ARTICLES.has(next) || PERSONS.has(previous);
    return (MODALS.has(word.toLowerCase()) && isOpening) || (index < 2 && /^(whether|which|what)$/i.test(word));
  });
}

/** "Do you think we should …", "we must …", "what should I …": all of them ask what to do. */
function fromLastRequest(words: readonly string[]): string[] {
  const last = words.findLastIndex((word, index) => {
    const next = words[index + 1]?.toLowerCase() ?? '';
    return (ASKING.test(word) && PERSONS.has(next)) || (PERSONS.has(word.toLowerCase()) && OBLIGING.test(next));
  });
  return last === -1 ? [...words] : ['should', 'we', ...words.slice(last + 2)];
}

const ASKING = /^(should|shall|can|could|do|did|will|would|must|may|might)$/i;
const OBLIGING = /^(should|shall|can|could|will|would|must|may|might)$/i;

/** "which of these should we use, A, B or C". */
function isAnnouncement(words: readonly string[]): boolean {
  return hasLead(words) || /^(these|those|them|following|two|three)$/i.test(words[0] ?? '');
}

/** Elsewhere a capital letter marks a name; the first word of a sentence has it for no such reason. */
function withSmallInitial(words: readonly string[]): string[] {
  const [first = '', ...others] = words;
  const small = `${first.charAt(0).toLowerCase()}${first.slice(1)}`;
  return others.length > 0 && (MODALS.has(small) || startsAsAction([small])) ? [small, ...others] : [...words];
}
