import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OUTSIDE, type PersonProject, personProject } from '../../support/person-project.js';
import { reportCases } from '../../support/report-cases.js';

/** How often a file or a folder becomes a link while it is used. */
const SWAPS = Number(process.env.WITAN_SWAPS ?? 500);
const MIN_ATTEMPTS = SWAPS / 4;

let project: PersonProject;
let swapper: ChildProcess;

beforeAll(async () => {
  project = await personProject({ 'race/file.txt': 'plain' });
  for (const name of ['file.txt', 'plain.txt']) writeFileSync(path.join(project.outside, name), OUTSIDE);
  mkdirSync(path.join(project.outside, 'inner'));
  const script = path.join(import.meta.dirname, '../../fixtures/swap-links.mjs');
  swapper = fork(script, [project.at('race'), project.outside], { stdio: 'inherit' });
});

afterAll(async () => {
  const gone = once(swapper, 'exit');
  swapper.disconnect();
  await gone;
});

async function swapsSoFar(): Promise<number> {
  const answered = once(swapper, 'message');
  swapper.send('how many?');
  const [{ swaps }] = (await answered) as [{ swaps: number }];
  return swaps;
}

it('reads and writes nothing outside while files and folders are swapped for links', { timeout: 600_000 }, async () => {
  const { files, outside } = project;
  const before = readdirSync(outside, { recursive: true }).sort();
  const outcomes = new Map<string, number>();
  let attempts = 0;
  const note = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);

  async function attempt(name: string): Promise<void> {
    const read = await files.readFile(name);
    note(read.ok ? 'read' : `read ${read.error.code}`);
    expect(read.ok ? read.value.content : '').not.toContain(OUTSIDE);
    const expectedVersion = read.ok ? read.value.version : null;
    const written = await files.writeFile({ path: name, content: `mine ${attempts++}`, expectedVersion });
    note(written.ok ? 'write' : `write ${written.error.code}`);
  }

  while (attempts < MIN_ATTEMPTS || (await swapsSoFar()) < SWAPS) {
    await Promise.all(['race/file.txt', 'race/folder/plain.txt', `race/folder/new-${attempts}.txt`].map(attempt));
    const made = await files.createFolder(`race/folder/made-${attempts}/deep`);
    note(made.ok ? 'folder' : `folder ${made.error.code}`);
  }
  expect(readdirSync(outside, { recursive: true }).sort()).toEqual(before);
  for (const name of ['secret.txt', 'file.txt', 'plain.txt'])
    expect(readFileSync(path.join(outside, name), 'utf8')).toBe(OUTSIDE);
  // The race was one: some attempts met the file and some met a link.
  expect(outcomes.get('write') ?? 0).toBeGreaterThan(0);
  expect(outcomes.get('write FORBIDDEN_PATH') ?? 0).toBeGreaterThan(0);
  reportCases(attempts * 2);
});
