import type { Section } from './plan-outline.js';
import { ORDER } from './read-title.js';

/**
 * The sections of a plan that are its phases, by how people write plans: "Phase 1: …" wherever it is; else what is below
 * the heading that announces steps; else numbered items; else headings that name files; else what must be true at the end.
 * None if the plan has no structure.
 */
export function choosePhases(plan: Section, namesFile: (section: Section) => boolean): readonly Section[] {
  const chosen = [findLabeled(plan), chooseBelow(plan, namesFile), splitProse(plan)];
  return chosen.find(({ length }) => length > 0) ?? [];
}

const SENTENCE_START = new RegExp(String.raw`(?:^|[.;!]\s+)${ORDER}\b,?\s+`, 'iu');

/** "First, … Then … Finally, …" in a plan without structure. */
function splitProse(plan: Section): readonly Section[] {
  const [, ...steps] = plan.lines.join(' ').split(SENTENCE_START);
  if (steps.length < 2) return [];
  return steps.map((step) => ({ ...plan, text: step.replace(/[*`]|\.\s*$/g, ''), lines: [step] }));
}

// Three languages, by the beginnings of words: what is about the plan, what announces its steps, what describes the result.
const ASIDE =
  /(?<!\p{L})(?:context|background|overview|summary|tl;dr|goal|objective|problem|cause|why|motivation|current|environment|severity|version|expected|actual|reproduc|screenshot|scope|non-goal|not part|assum|requirement|depend|affected|critical|alternative|trade|consider|risk|edge case|question|note|reference|verif|valid|testing|test plan|rollback|timeline|deploy|checklist|criteria|definition of done|kontext|hintergrund|ausgangs|zusammenfassung|ziel|risik|nicht teil|überprüf|prüfung|annahme|offene|akzeptanz|contexte|résumé|objectif|risque|vérif|critère|hypothèse)/iu;
const STEPS =
  /(?<!\p{L})(?:plan|step|task|implement|change|modify|approach|milestone|fix|how|solution|work|to-?do|umsetzung|schritt|vorgehen|aufgabe|änderung|étape|tâche|modification|mise en)/iu;
const RESULT = /(?<!\p{L})(?:acceptance|definition of done|akzeptanz|critère)/iu;

const isAside = ({ text }: Section) => ASIDE.test(text) || text.endsWith('?');

function findLabeled({ children }: Section): readonly Section[] {
  const labeled = children.filter(({ kind, isLabeled }) => kind === 'heading' && isLabeled);
  if (labeled.length > 1) return labeled;
  const below = children.filter((child) => !isAside(child)).map(findLabeled);
  return below.find((found) => found.length > 0) ?? [];
}

function chooseBelow({ children }: Section, namesFile: (section: Section) => boolean): readonly Section[] {
  const of = (wanted: Section['kind']) => children.filter(({ kind, isDone }) => kind === wanted && isDone !== true);
  const [all, items] = [of('heading'), of('item')];
  // The title of the whole plan may be any word.
  const headings = all.length === 1 && items.length === 0 ? all : all.filter((heading) => !isAside(heading));
  const announced = clearest(headings.filter(announcesSteps)) ?? onlyOne(all.filter(namesFile), hasStructure);
  if (announced !== undefined) return chooseBelow(announced, namesFile);
  const ordered = items.filter(({ isOrdered }) => isOrdered);
  if (ordered.length > 0) return ordered;
  const [only] = headings;
  if (only !== undefined && headings.length === 1 && hasStructure(only)) return chooseBelow(only, namesFile);
  if (headings.length > 1 && headings.filter(namesFile).length * 2 >= headings.length) return headings;
  const results = all.filter(({ text }) => RESULT.test(text)).flatMap(({ children: below }) => below);
  const open = results.filter(({ kind, isDone }) => kind === 'item' && isDone !== true);
  if (open.length > 0) return open;
  if (headings.length > 1) return headings;
  if (items.length > 0) return items;
  if (only !== undefined) return chooseBelow(only, namesFile);
  const paragraphs = of('paragraph').filter(namesFile);
  return paragraphs.length > 1 ? paragraphs : [];
}

const isNumbered = ({ kind, isOrdered }: Section) => kind === 'heading' || isOrdered;
const hasStructure = ({ children }: Section) => children.some(({ kind }) => kind !== 'paragraph');

/** A longer heading is a step itself, such as "Prove that it changes nothing". */
function announcesSteps(heading: Section): boolean {
  return STEPS.test(heading.text) && heading.text.split(' ').length <= 4 && hasStructure(heading);
}

/** Headings and numbered items are clearer than other lists and tables. None for "Client changes" next to "Server changes". */
function clearest(headings: readonly Section[]): Section | undefined {
  const words = new Set(headings.map(({ text }) => STEPS.exec(text)?.[0].toLowerCase()));
  if (words.size < headings.length) return undefined;
  return headings.find(({ children }) => children.some(isNumbered)) ?? headings[0];
}

function onlyOne([first, ...others]: readonly Section[], isRight: (section: Section) => boolean): Section | undefined {
  return first !== undefined && others.length === 0 && isRight(first) ? first : undefined;
}
