import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { realPathOf } from '../../kernel/real-path.js';
import type { TextRedactor } from '../contract/council.js';
import type { LinesNow } from '../evidence/citations/read-cited-lines.js';
import { type FollowContext, type FollowedRun, followRun } from '../follow/follow-run.js';
import { type FollowedAnswer, getAnswers, type TurnKey } from '../follow/read-texts.js';
import type { RunRecord } from '../runs/store/run-record.js';

/** A deliberation that leaves this machine: without secrets and without the paths of the machine. */
export interface ExportedDeliberation {
  readonly run: FollowedRun;
  readonly answers: readonly (TurnKey & FollowedAnswer)[];
  /** In the order of the result's citations. */
  readonly citedLines: readonly LinesNow[];
}

export function collectExport(record: RunRecord, context: FollowContext): Omit<ExportedDeliberation, 'citedLines'> {
  const run = followRun(record, context);
  const answerOf = getAnswers(record, context);
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

/**
 * Texts without the paths of a machine: the project is `.`, the home folder `~`, and of any other absolute path its last
 * name stays. Addresses stay whole: those on the web, and those of an interface such as `/api/v1/users`.
 */
export function pathRemover(projectFolder: string): (text: string) => string {
  const known = knownFolders({ [homedir()]: '~', [projectFolder]: '.' });
  return (text) => {
    const shorter = known.reduce((before, { pattern, name }) => before.replace(pattern, name), text);
    return shorter.replace(ADDRESS_OR_PATH, (found, path?: string) =>
      path === undefined || isInterfaceAddress(path) ? found : lastName(path),
    );
  };
}

/** The longest first: the project may be in the home folder. */
function knownFolders(names: Readonly<Record<string, string>>) {
  return Object.entries(names)
    .flatMap(([folder, name]) => [
      { folder: resolve(folder), name },
      { folder: realPathOf(folder), name },
    ])
    .filter(({ folder }) => folder.length > 1)
    .sort((a, b) => b.folder.length - a.folder.length)
    .map(({ folder, name }) => ({ pattern: folderPattern(folder), name }));
}

function folderPattern(folder: string): RegExp {
  const parts = folder.split(/[\\/]/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`${START}${parts.join(SEPARATOR)}${END}`, 'gu');
}

/** Not within a relative path, an address or a date; but after `-I`, and after a line end that is written as `\n`. */
const START = String.raw`(?:(?<![\p{L}\p{N}_.~@#*)\]}\\/-])|(?<=file:\/\/)|(?<=(?:^|\s)-[A-Z])|(?<=\\[nrt]))`;
/** Not within a longer name. */
const END = String.raw`(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}])`;
/** Two where a text quotes JSON. */
const SEPARATOR = String.raw`[\\/]{1,2}`;
const NAME = String.raw`[\p{L}\p{M}\p{N}_.@%+~=-]+`;
const PATH = String.raw`${START}(?:(?:\/${NAME}){2,}|[A-Za-z]:(?:${SEPARATOR}${NAME}){2,})`;
const ADDRESS_OR_PATH = new RegExp(String.raw`(?!file:)\b[A-Za-z][A-Za-z\d+.-]{1,20}:\/\/[^\s"'<>]+|(${PATH})`, 'gu');

function lastName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** Any other path may be one of a machine: a list of folders that machines have would never be complete. */
function isInterfaceAddress(path: string): boolean {
  const hasExtension = /\.\p{L}[\p{L}\p{N}]*\.*$/u.test(path);
  return /^\/(?:api|rest|v\d+(?:\.\d+)*)\//i.test(path) && !hasExtension && !/\/(?:Users|home)(?:\/|$)/.test(path);
}
