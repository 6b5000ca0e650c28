import { posix } from 'node:path';
import { failure, type Result, success } from '../../../../kernel/result.js';
import { printablePath } from '../../confinement/printable-path.js';
import type { Entry } from '../../confinement/project.js';
import { takeTurns } from '../../walk/take-turns.js';
import type { Command, CommandScene } from '../command.js';
import { type EntryFacts, readFacts } from '../entry-facts.js';
import { locateEntry } from '../locate-entry.js';
import { outputOf } from '../output.js';
import { type FindRequest, testsIn } from './expression.js';
import { isPrinted } from './passes.js';
import { readFindRequest } from './read-find-request.js';

export const find: Command = {
  name: 'find',
  prepare(given) {
    const request = readFindRequest(given);
    return request.ok ? success((scene) => search(request.value, scene)) : request;
  },
};

const MOST_ENTRIES = 100_000;
/** Patterns take the longer the longer a path is. */
const LONGEST_PATH = 1_000;

interface Found {
  readonly entry: Entry;
  readonly shown: string;
}

/** All of it is our own work, with a sandbox too: names and facts of the walk are tested, and no file is opened. */
async function search(request: FindRequest, scene: CommandScene): Promise<Result<string, string>> {
  const references = await referenceTimes(request, scene);
  if (!references.ok) return references;
  const found: Found[] = [];
  let tooLong = 0;
  for (const operand of request.operands) {
    const located = await locateEntry(scene.project, operand);
    if (!located.ok) return failure(`find: ${located.error}`);
    const shown = spelling(operand, located.value, scene.project.root);
    for await (const one of entriesBelow(located.value, shown, request, scene)) {
      if (one.shown.length > LONGEST_PATH) tooLong++;
      else found.push(one);
      if (found.length > MOST_ENTRIES) return failure('find: there are too many entries; name a smaller folder.');
    }
  }
  if (scene.signal.aborted) return failure(STOPPED);
  const printed = await testEntries(found, request, references.value, scene);
  if (!printed.ok) return printed;
  const notes = tooLong === 0 ? [] : [`${tooLong} entries whose paths are longer than ${LONGEST_PATH} are left out`];
  return success(outputOf(printed.value, notes));
}

const STOPPED = 'find was stopped at the time limit; name a smaller folder.';

/** As it was written, where that is a plain way to the entry; else as we know it. */
function spelling(operand: string, { path }: Entry, root: string): string {
  const normal = posix.normalize(operand).replace(/(?<=.)\/+$/, '');
  const isPlain = normal === (path === '' ? '.' : path) || normal === (path === '' ? root : `${root}/${path}`);
  return isPlain ? operand : path === '' ? '.' : path;
}

async function* entriesBelow(
  start: Entry,
  operand: string,
  { minDepth, maxDepth }: FindRequest,
  { project, signal }: CommandScene,
): AsyncGenerator<Found> {
  if (minDepth === 0) yield { entry: start, shown: operand };
  if (start.kind !== 'folder' || maxDepth === 0) return;
  const prefix = operand.endsWith('/') ? operand : `${operand}/`;
  const skipped = start.path === '' ? 0 : start.path.length + 1;
  const below = start.path === '' ? '.' : start.path;
  for await (const entry of project.walk({ below, respectIgnoreFiles: false, maxDepth, signal })) {
    const rest = entry.path.slice(skipped);
    if (rest.split('/').length < minDepth) continue;
    yield { entry, shown: prefix + rest };
  }
}

async function referenceTimes(
  { expression }: FindRequest,
  { project, signal }: CommandScene,
): Promise<Result<Map<string, bigint>, string>> {
  const times = new Map<string, bigint>();
  for (const test of testsIn(expression)) {
    if (test.kind !== 'newer') continue;
    const located = await locateEntry(project, test.than);
    if (!located.ok) return failure(`find: -newer: ${located.error}`);
    if (located.value.kind === 'link') return failure('find: -newer takes a file, not a link.');
    const facts = (await readFacts(project, [located.value], signal)).get(located.value.path);
    if (facts === undefined) return failure('find: the file that -newer names has gone.');
    times.set(test.than, facts.modifiedNs);
  }
  return success(times);
}

async function testEntries(
  found: readonly Found[],
  request: FindRequest,
  references: ReadonlyMap<string, bigint>,
  { project, signal }: CommandScene,
): Promise<Result<string[], string>> {
  const needsFacts = testsIn(request.expression).some(({ kind }) => FACT_TESTS.has(kind));
  const facts: ReadonlyMap<string, EntryFacts> = needsFacts
    ? await readFacts(
        project,
        found.map(({ entry }) => entry),
        signal,
      )
    : new Map();
  const moment = { nowNs: BigInt(Date.now()) * 1_000_000n, references };
  const printed: string[] = [];
  const breathe = takeTurns();
  for (const { entry, shown } of found) {
    if (isPrinted({ entry, shown, facts: facts.get(entry.path) }, request, moment)) printed.push(printablePath(shown));
    const pause = breathe();
    if (pause === undefined) continue;
    await pause;
    if (signal.aborted) return failure(STOPPED);
  }
  return success(printed);
}

const FACT_TESTS: ReadonlySet<string> = new Set(['empty-file', 'size', 'age', 'newer']);
