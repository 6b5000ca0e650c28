import { cutText } from '../../kernel/cut-text.js';
import { plainField, quoteLines, quoteText } from '../../kernel/quote.js';

interface OpenEntry {
  readonly id: string;
  readonly goal: string;
  readonly hypothesis: string;
  readonly prediction: string;
}

/** What is open and what is left of earlier sessions, after the agent may have lost it from its context. */
export function describeOpenEntries(open: readonly OpenEntry[], orphans: readonly OpenEntry[]): string {
  const [newest, ...others] = open;
  const [orphan] = orphans;
  const lines = [
    ...(newest === undefined ? [] : [`Witan journal: ${newest.id} is open.`, ...describeEntry(newest)]),
    ...(others.length === 0 ? [] : [`Also open: ${listEntries(others)}`]),
    ...(newest === undefined
      ? []
      : [`resolve_ghap records how it came out${others.length === 0 ? '' : ' (give the id)'}.`]),
    ...(orphan === undefined
      ? []
      : [`Witan journal: an earlier session left ${listEntries(orphans)} open; adopt_ghap continues or closes it.`]),
  ];
  return lines.join('\n');
}

/** The fields that a reminder needs, a quoted line each: a journal may come with a cloned project. */
export function describeEntry({ goal, hypothesis, prediction }: OpenEntry): string[] {
  const line = (name: string, text: string) => quoteLines([`${name}: ${cutText(plainField(text), MAX_FIELD_LENGTH)}`]);
  return [line('goal', goal), line('hypothesis', hypothesis), line('prediction', prediction)];
}

function listEntries(entries: readonly OpenEntry[]): string {
  const listed = entries.slice(0, MAX_LISTED).map(({ id, goal }) => `${id} (${quoteText(goal, MAX_GOAL_LENGTH)})`);
  const more = entries.length - listed.length;
  return [...listed, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

const MAX_FIELD_LENGTH = 300;
const MAX_GOAL_LENGTH = 60;
const MAX_LISTED = 3;
