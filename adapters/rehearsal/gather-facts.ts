import { type Concern, classifyClause } from './classify-clause.js';
import type { Option } from './find-options.js';
import { isActionWord } from './phrase.js';
import type { MaterialLine } from './read-briefing.js';
import { continuesSubject, splitClauses } from './split-clauses.js';
import { contentWords, isEmptyWord, isSameWord, wordsOf } from './words.js';

/** Something the material says for or against one option. */
export interface Fact {
  readonly option: Option;
  readonly concern: Concern;
  readonly direction: 1 | -1;
  /** 1 for a plain statement, less for what is only hinted at. */
  readonly weight: number;
  readonly quote: string;
  readonly where: string;
}

export function gatherFacts(options: readonly Option[], material: readonly MaterialLine[]): Fact[] {
  const needs = needsIn(options, material);
  const facts = new Map<string, Fact>();
  const state: Reading = { spokenOf: undefined, section: '' };
  const inFiles: Option[] = options.map((option) => ({ ...option, names: distinctNames(option) }));
  for (const line of material) {
    for (const found of factsOfLine(line, line.path === undefined ? options : inFiles, needs, state)) {
      const fact = { ...found, option: options[inFiles.indexOf(found.option)] ?? found.option };
      const key = [fact.option.text, fact.concern, fact.direction, placeOf(line, fact)].join('\n');
      if (!facts.has(key)) facts.set(key, fact);
    }
  }
  return [...options.flatMap(factsOfWording), ...facts.values()];
}

/** The names that tell an option apart in a project's files. */
export function distinctNames({ names }: Option): string[] {
  return names.filter((name) => !isActionWord(name));
}

/** The options that a text speaks of, by whole words; an exact word goes before one of the same stem. */
export function optionsIn(text: string, options: readonly Option[]): Option[] {
  const found = new Set<Option>();
  const words = wordsOf(text);
  words.forEach((word, index) => {
    // "Moving from A to B" speaks of B.
    if (words[index - 1] === 'from' && words.includes('to', index)) return;
    const exact = options.filter(({ names }) => names.includes(word));
    const matching =
      exact.length > 0 ? exact : options.filter(({ names }) => names.some((name) => isSameWord(name, word)));
    for (const option of matching) if (!isEmptyWord(word) || isCapitalised(word, text)) found.add(option);
  });
  return [...found];
}

export function shorten(text: string): string {
  const plain = text.replaceAll('"', "'");
  return plain.length > LONGEST_QUOTE ? `${plain.slice(0, LONGEST_QUOTE - 1).trimEnd()}…` : plain;
}

interface Reading {
  /** What the last clause spoke of, for "it" and "this". */
  spokenOf: Option | undefined;
  section: string;
}

const LONGEST_QUOTE = 180;
const LONGEST_LINE = 4000;
const MENTION = 0.5;

function factsOfLine(line: MaterialLine, options: readonly Option[], needs: Need[], state: Reading): Fact[] {
  if (line.section !== state.section || line.text === '')
    Object.assign(state, { spokenOf: undefined, section: line.section });
  if (isToolChatter(line.text)) return [];
  const text = line.text.slice(0, LONGEST_LINE);
  if (isCode(line, text)) return mentionsOf(line, text, options);
  const stated = splitClauses(text).flatMap((clause) => {
    const option = subjectOf(clause.text, options, state);
    if (option === undefined) return [];
    const findings = [...classifyClause(clause.text, option.names), ...needFindings(clause.text, option, needs)];
    return findings.map((finding) => ({
      ...finding,
      option,
      weight: 1,
      quote: shorten(clause.sentence),
      where: line.where,
    }));
  });
  return stated.length === 0 && line.path !== undefined ? mentionsOf(line, text, options) : stated;
}

function subjectOf(clause: string, options: readonly Option[], state: Reading): Option | undefined {
  const named = optionsIn(clause, options);
  if (named.length > 0) {
    // A clause that speaks of two options at once cannot be credited to either.
    state.spokenOf = named.length === 1 ? named[0] : undefined;
    return state.spokenOf;
  }
  if (continuesSubject(clause)) return state.spokenOf;
  const remaining = options.filter(({ isStatusQuo }) => isStatusQuo);
  return remaining.length === 1 && /\b(current|currently|existing|present|today)\b/i.test(clause)
    ? remaining[0]
    : undefined;
}

/** Code that names an option shows that the project has it; everyday words in code mean nothing. */
function mentionsOf(line: MaterialLine, text: string, options: readonly Option[]): Fact[] {
  const named = optionsIn(`${line.path ?? ''} ${text}`, options);
  if (named.length !== 1) return [];
  return named.map((option) => ({
    option,
    concern: 'existing',
    direction: 1,
    weight: MENTION,
    quote: shorten(text === '' ? (line.path ?? '') : text),
    where: line.where,
  }));
}

function isCode(line: MaterialLine, text: string): boolean {
  if (line.section === 'Context' && line.path === undefined) return false;
  return /[{}();=<>$]|^\s*(import|from|#include)\b/.test(text) || text.split(' ').length < 4;
}

/** What a tool says about itself (its request, "no matches") is not evidence. */
function isToolChatter(text: string): boolean {
  return (
    /TOOL_REQUEST:|"(pattern|arguments)":|\bsearch_code\b|^0 match|\bnot found\b/i.test(text) ||
    /^\[[0-9a-f]{12} (begin|end)\]|\bno (line )?(match|result|file)|^\(\d+ more /i.test(text)
  );
}

/** Many hits in one file are one mention. */
function placeOf(line: MaterialLine, fact: Fact): string {
  return fact.weight === MENTION ? (line.path ?? fact.where) : fact.quote;
}

function factsOfWording(option: Option): Fact[] {
  const shared = { option, weight: MENTION, quote: shorten(option.text), where: 'Question' };
  if (option.isChange) return [{ ...shared, concern: 'effort', direction: -1 }];
  return option.isStatusQuo && option.names.length + Number(/^do not/.test(option.text)) > 0
    ? [{ ...shared, concern: 'existing', direction: 1 }]
    : [];
}

interface Need {
  readonly words: readonly string[];
}

/** "Several workers must write at once": what is needed, whoever may give it. */
function needsIn(options: readonly Option[], material: readonly MaterialLine[]): Need[] {
  return material
    .flatMap(({ text }) => text.slice(0, LONGEST_LINE).split(/(?<=[.!?;]) /))
    .filter((sentence) => sentence.length < 400 && STATES_NEED.test(sentence))
    .filter((sentence) => optionsIn(sentence, options).length === 0)
    .slice(0, 20)
    .map((sentence) => ({
      words: contentWords(wordsOf(sentence)).filter((word) => word.length > 3 && !NEEDING.test(word)),
    }));
}

/** Said outright, or implied by what happens at the same time. */
const STATES_NEED =
  /\b(must|needs?|requires?|required|has to|have to|important|expects?|at once|at the same time|concurrently|in parallel)\b/i;
const NEEDING = /^(need|must|require|important|expect|time|same|once)/;

function needFindings(clause: string, option: Option, needs: readonly Need[]) {
  const words = contentWords(wordsOf(clause)).filter((word) => !option.names.includes(word));
  const touches = needs.some((need) => need.words.some((wanted) => words.some((word) => isSameWord(wanted, word))));
  if (!touches) return [];
  if (/\b(only|cannot|can't|lacks?|not|at a time|without|no|never)\b/i.test(clause))
    return [{ concern: 'need', direction: -1 } as const];
  const gives = /\b(can|supports?|handles?|allows?|offers?|provides?|gives?|lets?|has|guarantees?)\b/i.test(clause);
  return gives ? [{ concern: 'need', direction: 1 } as const] : [];
}

function isCapitalised(word: string, text: string): boolean {
  return text.includes(`${word.charAt(0).toUpperCase()}${word.slice(1)}`) || text.includes(word.toUpperCase());
}
