import type { TextRedactor } from '../contract/council.js';
import type { LinesNow } from '../evidence/citations/read-cited-lines.js';
import { type FollowContext, type FollowedRun, followRun } from '../follow/follow-run.js';
import { answersOf, type FollowedAnswer, type TurnKey } from '../follow/read-texts.js';
import type { RunRecord } from '../runs/store/run-record.js';
import { pathRemover } from './remove-paths.js';

/** A deliberation that leaves this machine: without secrets and without the paths of the machine. */
export interface ExportedDeliberation {
  readonly run: FollowedRun;
  readonly answers: readonly (TurnKey & FollowedAnswer)[];
  /** In the order of the result's citations. */
  readonly citedLines: readonly LinesNow[];
}

export function collectExport(record: RunRecord, context: FollowContext): Omit<ExportedDeliberation, 'citedLines'> {
  const run = followRun(record, context);
  const answerOf = answersOf(record, context);
  return { run, answers: answeredTurns(run).map((key) => ({ ...key, ...answerOf(key) })) };
}

function answeredTurns({ rounds }: FollowedRun): TurnKey[] {
  return rounds.flatMap(({ round, turns }) =>
    turns.filter(({ state }) => state === 'answered').map(({ participant }) => ({ round, participant })),
  );
}

export interface ExportContext {
  readonly redactor: TextRedactor;
  readonly projectFolder: string;
}

/**
 * Everything was searched for secrets before it was stored. It is searched again: the person may have added values since, and
 * a record may have come from elsewhere.
 */
export async function cleanExport(
  exported: ExportedDeliberation,
  { redactor, projectFolder }: ExportContext,
): Promise<ExportedDeliberation> {
  const withoutPaths = pathRemover(projectFolder);
  const clean = async (value: unknown): Promise<unknown> => {
    if (typeof value === 'string') return withoutPaths(await redactor.redact(value));
    if (Array.isArray(value)) return inOrder(value, clean);
    if (typeof value !== 'object' || value === null) return value;
    const names = await inOrder(Object.keys(value), clean);
    const values = await inOrder(Object.values(value), clean);
    return Object.fromEntries(names.map((name, index) => [String(name), values[index]]));
  };
  return (await clean(exported)) as ExportedDeliberation;
}

/** One after the other: together, many searches would only wait for each other. */
async function inOrder(values: readonly unknown[], clean: (value: unknown) => Promise<unknown>): Promise<unknown[]> {
  const cleaned: unknown[] = [];
  for (const value of values) cleaned.push(await clean(value));
  return cleaned;
}
