import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DeliberationResult } from '../../src/council/index.js';
import { deliberationRecord } from '../support/deliberation-record.js';
import { plantSuperJournal } from '../support/hostile-database.js';
import { memoryOf } from '../support/project-memory.js';
import { openTestGraph } from '../support/test-graph.js';
import { createMachineWithModels, type EmptyMachine } from './cli-program.js';

const QUESTION = 'Should the job queue use PostgreSQL or SQLite?';
const OUTCOMES = 12;

let machine: EmptyMachine;
let data: string;
beforeEach(() => {
  machine = createMachineWithModels();
  data = join(machine.project, '.witan');
  mkdirSync(data);
});
afterEach(() => machine.remove());

/** What a cloned repository may bring: decisions with outcomes, each of them right. */
async function plantDecisions(): Promise<string> {
  const file = join(data, 'decisions.db');
  const graph = await openTestGraph({ file });
  for (let number = 0; number < OUTCOMES; number++) {
    const day = String(number + 1).padStart(2, '0');
    const record = deliberationRecord({ id: `planted-${number}`, question: QUESTION, at: `2026-01-${day}T10:00:00Z` });
    await graph.remember(record);
    await graph.setOutcome(`planted-${number}`, { outcome: 'right' });
  }
  await graph.close();
  return file;
}

async function ask(): Promise<DeliberationResult> {
  const { exitCode, stdout } = await machine.witan(['deliberate', '--json', '--mode', 'quick', QUESTION]);
  expect(exitCode).toBe(0);
  return JSON.parse(stdout) as DeliberationResult;
}

describe('databases that came with a project', () => {
  it('Planted decisions are neither recalled nor counted, and their file stays as it is.', async () => {
    const file = await plantDecisions();
    const before = readFileSync(file);
    const result = await ask();
    expect(result).toMatchObject({ status: 'complete', graph_context_summary: null });
    expect(result.integrity.track_record).toBeUndefined();
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(data)).toEqual(['decisions.db']);
    const { stdout } = await machine.witan(['decisions', 'list', '--json']);
    expect(stdout).not.toContain('planted-');
  });

  it('Planted deliberations are not listed.', async () => {
    const stranger = createMachineWithModels();
    await stranger.witan(['deliberate', '--mode', 'quick', QUESTION]);
    copyFileSync(join(memoryOf(stranger.project, stranger.home), 'runs.db'), join(data, 'runs.db'));
    stranger.remove();
    const { stdout } = await machine.witan(['deliberations', '--json']);
    expect(stdout).not.toContain(QUESTION);
  });

  it('A planted list of databases, log or journal changes nothing.', async () => {
    const file = await plantDecisions();
    const id = readFileSync(file).readUInt32BE(68).toString(16).padStart(8, '0');
    for (const folder of [data, join(machine.project, '.config', 'witan')]) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'databases.json'), JSON.stringify({ databases: [{ id, file, since: '' }] }));
    }
    const victim = join(machine.project, 'victim.txt');
    writeFileSync(victim, 'kept');
    plantSuperJournal(file, victim);
    writeFileSync(join(data, 'witan.log'), 'planted');
    for (const args of [['doctor'], ['decisions', 'list'], ['deliberations']]) await machine.witan(args);
    expect(readFileSync(victim, 'utf8')).toBe('kept');
    expect(readFileSync(join(data, 'witan.log'), 'utf8')).toBe('planted');
    expect((await machine.witan(['decisions', 'list', '--json'])).stdout).not.toContain('planted-');
  });

  it('The doctor names them in one line.', async () => {
    await plantDecisions();
    const { stdout } = await machine.witan(['doctor']);
    expect(stdout.match(/\.witan\/decisions\.db/g)).toHaveLength(1);
  });
});
