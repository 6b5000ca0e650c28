import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createJournal, type Entry } from '../../../src/journal/index.js';
import { thisProcess } from '../../../src/kernel/process-identity.js';
import { bundleProgram } from '../../support/bundle-program.js';
import { memoryFolder } from '../../support/memory-folder.js';
import { reportCases } from '../../support/report-cases.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { numbersFrom, seedOr } from '../../support/seed.js';

const KILLS = Number(process.env.WITAN_KILLS ?? 60);
const random = numbersFrom(seedOr(20_261_116));
/** Writers that wait for a disk are killed at other moments than writers that do not. */
const FOLDERS = [scratchFolder('killed'), memoryFolder('killed')];

interface Told {
  readonly ready?: true;
  readonly created?: string;
  readonly noted?: string;
  readonly on?: string;
  readonly resolved?: string;
}

it(`keeps every acknowledged change when its writer is killed, ${KILLS} times`, {
  timeout: KILLS * 1_000 + 20_000,
}, async () => {
  const program = await bundleProgram('tests/fixtures/journal/work.ts');
  const told = await Promise.all(FOLDERS.map((folder) => killRepeatedly(program, folder, KILLS / FOLDERS.length)));
  // Otherwise the writers were killed before they wrote.
  expect(told.flat().filter(({ resolved }) => resolved !== undefined).length).toBeGreaterThan(KILLS / 4);
  reportCases(KILLS);
});

async function killRepeatedly(program: string, folder: string, kills: number): Promise<Told[]> {
  const all: Told[] = [];
  for (let kill = 0; kill < kills; kill++) {
    all.push(...(await runUntilKilled(program, folder)));
    await expectNothingLost(folder, all);
  }
  return all;
}

async function runUntilKilled(program: string, folder: string): Promise<Told[]> {
  const child = spawn(process.execPath, [program, folder, String(process.pid), 'cycle'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // However busy the machine is: after some changes, in the middle of the next one.
  const changes = Math.floor(random() * 14);
  let output = '';
  const enough = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.split('\n').length - 2 >= changes) resolve();
    });
  });
  const ended = once(child, 'close');
  await Promise.race([enough, ended]);
  await delay(random() * 12);
  child.kill('SIGKILL');
  await ended;
  return output.split('\n').flatMap((line) => (line.endsWith('}') ? [JSON.parse(line) as Told] : []));
}

async function expectNothingLost(folder: string, told: readonly Told[]): Promise<void> {
  const journal = createJournal({ folder, owner: thisProcess() });
  const orphans = (await journal.getOrphans()).map(({ entry }) => entry);
  const resolved = await journal.getAllResolved();
  const byId = new Map<string, Entry>(resolved.map((entry) => [entry.id, entry]));
  for (const entry of [...(await journal.getOpen()).entries, ...orphans]) {
    expect(byId.has(entry.id), `${entry.id} is resolved and open, or open twice`).toBe(false);
    byId.set(entry.id, entry);
  }
  for (const { created, noted, on, resolved: done } of told) {
    for (const id of [created, done]) if (id !== undefined) expect(byId.has(id), `${id} is lost`).toBe(true);
    if (done !== undefined) expect(byId.get(done)?.outcome, `${done} is open again`).toBeDefined();
    if (noted !== undefined) expect(byId.get(on ?? '')?.notes).toContain(noted);
  }
  const open = openFiles(folder).map((path) => (JSON.parse(readFileSync(path, 'utf8')) as Entry).id);
  expect(new Set(open).size, 'an entry is in two files').toBe(open.length);
  // A session killed while it ends may already be in its archive: readers take each id once, and so must a file.
  for (const path of entryFiles(folder)) {
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    const ids = lines.flatMap((line) => /^\{"id":"(ghap_\w+)".*\}$/.exec(line)?.[1] ?? []);
    expect(new Set(ids).size, `a line stands twice in ${path}`).toBe(ids.length);
  }
  expect(readdirSync(folder).filter((name) => name.includes('corrupted'))).toEqual([]);
}

function openFiles(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /current_ghap\.json$|open\/[^/]+\.json$/.test(name)).map((name) => join(folder, name));
}

function entryFiles(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const paths = names.filter((name) => name.endsWith('.jsonl')).map((name) => join(folder, name));
  return paths.filter((path) => statSync(path).size > 0);
}
