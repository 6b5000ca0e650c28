import { meaningOf } from './describe-fact.js';
import { keyOf, type Option } from './find-options.js';
import { type Fact, gatherFacts, shorten } from './gather-facts.js';
import type { PeerAnswer } from './read-briefing.js';
import { collapseSpaces, wordsOf } from './words.js';

/** What another participant's answer (or the voice's own last one) holds: its vote and the facts it cites. */
export interface ReadAnswer {
  readonly label: string;
  readonly choice: Option | undefined;
  readonly facts: readonly Fact[];
  /** Cited with a place, but nothing in it can be counted for or against an option. */
  readonly otherCitations: readonly Citation[];
}

export interface Citation {
  readonly quote: string;
  readonly where: string;
  /** The whole line, which may say what the quote is cited for. */
  readonly line: string;
}

/** Only what is cited with a place is taken up: a bare claim is an opinion, however often it is repeated. */
export function readAnswer(answer: PeerAnswer, options: readonly Option[], known: readonly Fact[]): ReadAnswer {
  const facts = new Set<Fact>();
  const otherCitations: Citation[] = [];
  for (const citation of answer.lines.flatMap(citationsIn).slice(0, MOST_CITATIONS)) {
    const found = factsOf(citation, options, known);
    for (const fact of found) facts.add(fact);
    if (found.length === 0) otherCitations.push(citation);
  }
  return { label: answer.label, choice: choiceOf(answer, options), facts: [...facts], otherCitations };
}

const MOST_CITATIONS = 40;

function citationsIn(line: string): Citation[] {
  if (/^\W*(VOTE|TOOL_REQUEST):/.test(line)) return [];
  const short = line.slice(0, 2000);
  const quoted = [...short.matchAll(/["“]([^"“”]{3,400})["”] \(([^()]{1,300})\)/g)].map((match) => ({
    quote: match[1] ?? '',
    where: match[2] ?? '',
    line: short,
  }));
  if (quoted.length > 0) return quoted;
  const place = /(?:^|[\s(`])([\w./@-]{1,200}\.\w{1,8}:\d{1,9})/.exec(short)?.[1];
  return place === undefined ? [] : [{ quote: shorten(withoutPlace(short, place)), where: place, line: short }];
}

function withoutPlace(line: string, place: string): string {
  return collapseSpaces(
    line
      .replace(`(${place})`, '')
      .replace(place, '')
      .replace(/^[-*] /, '')
      .replaceAll('`', ''),
  ).replace(/ \./g, '.');
}

function factsOf(citation: Citation, options: readonly Option[], known: readonly Fact[]): Fact[] {
  const same = known.filter(
    ({ quote }) => quote === citation.quote || (citation.quote.length > 14 && quote.includes(citation.quote)),
  );
  // One sentence may hold several facts: of those only the ones that the line speaks of are cited.
  const meant = same.filter((fact) => citation.line.includes(meaningOf(fact)));
  if (same.length > 0) return meant.length > 0 ? meant : same;
  const line = { section: 'Context', where: citation.where, path: undefined, text: citation.quote };
  return gatherFacts(options, [line]).filter(({ where }) => where === citation.where && where !== 'Question');
}

/** The last vote in the answer, by id or by words. */
function choiceOf(answer: PeerAnswer, options: readonly Option[]): Option | undefined {
  for (const line of answer.lines.toReversed()) {
    const json = /VOTE:[^{]{0,20}(\{.{0,8000}\})/.exec(line)?.[1];
    const voted = json === undefined ? undefined : optionNamed(json);
    if (voted !== undefined) return matchOption(voted, options);
  }
  return undefined;
}

function optionNamed(json: string): string | undefined {
  try {
    const vote: unknown = JSON.parse(json);
    const option = typeof vote === 'object' && vote !== null && 'option' in vote ? vote.option : undefined;
    return typeof option === 'string' ? option : undefined;
  } catch {
    // A vote that cannot be read is no vote.
    return undefined;
  }
}

function matchOption(voted: string, options: readonly Option[]): Option | undefined {
  const key = keyOf(voted);
  const exact = options.find(({ id, text }) => (id !== undefined && keyOf(id) === key) || keyOf(text) === key);
  if (exact !== undefined) return exact;
  const words = new Set(wordsOf(voted));
  const overlapping = options.filter(({ names }) => names.some((name) => words.has(name)));
  return overlapping.length === 1 ? overlapping[0] : undefined;
}
