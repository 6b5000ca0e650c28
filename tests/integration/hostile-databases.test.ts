import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DeliberationResult } from '../../src/council/index.js';
import { deliberationRecord } from '../support/deliberation-record.js';
import { ENDLESS, plantSuperJournal, readSql, runSql } from '../support/hostile-database.js';
import { registerDatabase } from '../support/known-databases.js';
import { openTestGraph } from '../support/test-graph.js';
import { createMachineWithModels, type EmptyMachine, WITAN } from './cli-program.js';

const QUESTION = 'Should the job queue use PostgreSQL or SQLite?';
const ASK = ['deliberate', '--json', '--mode', 'quick', QUESTION];
const OUTCOMES = 12;

let machine: EmptyMachine;
let data: string;
beforeEach(() => {
  machine = createMachineWithModels();
  data = join(machine.project, '.witan');
  mkdirSync(data);
});
afterEach(() => machine.remove());

/** What a cloned repository brings: decisions with outcomes, each of them right. */
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
  const { exitCode, stdout, stderr } = await machine.witan(ASK);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout) as DeliberationResult;
}

const about = (result: DeliberationResult, file: string) =>
  result.integrity.warnings.filter((warning) => warning.includes(file));

async function withServer<Value>(use: (client: Client) => Promise<Value>): Promise<Value> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const env = { HOME: machine.home, PATH: process.env.PATH ?? '', OLLAMA_HOST: 'http://127.0.0.1:1' };
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [WITAN, 'serve'],
      cwd: machine.project,
      env,
      stderr: 'ignore',
    }),
  );
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

describe('decisions that came with a project', () => {
  it('are neither recalled nor counted, and the run says so in one line', async () => {
    const file = await plantDecisions();
    const before = readFileSync(file);
    const result = await ask();
    expect(result).toMatchObject({ status: 'complete', graph_context_summary: null, decision_id: null });
    expect(about(result, 'decisions.db')).toEqual([
      expect.stringMatching(
        /^past decisions could not be looked at, and this one not remembered: \.witan\/decisions\.db came with this project or was moved, and is not used; .*`witan init --adopt`/,
      ),
    ]);
    expect(result.integrity.track_record).toBeUndefined();
    const { exitCode, stderr } = await machine.witan(['decisions', 'analyze', '--json']);
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/^witan: \.witan\/decisions\.db came with[^\n]+\n$/)]);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(data).filter((name) => name.startsWith('decisions.db'))).toEqual(['decisions.db']);
  });

  it('cause one warning together with recorded deliberations that came with them, which does not lead to its transcripts', async () => {
    await plantDecisions();
    const stranger = createMachineWithModels();
    await stranger.witan(['deliberate', '--mode', 'quick', QUESTION]);
    copyFileSync(join(stranger.project, '.witan', 'runs.db'), join(data, 'runs.db'));
    stranger.remove();
    const warnings = about(await ask(), '.db');
    expect(warnings).toEqual([
      expect.stringMatching(
        /^past decisions could not be looked at, and this one not remembered; it could not be recorded, so .*: \.witan\/decisions\.db came with .*`witan init --adopt` to use it \(the same is true of \.witan\/runs\.db\)$/,
      ),
    ]);
    expect(warnings.join()).not.toContain('witan decisions import');
  });

  it('are left alone by the server, which works without them', async () => {
    const file = await plantDecisions();
    const before = readFileSync(file);
    await withServer(async (client) => {
      const participants = [{ cli: 'first' }, { cli: 'second' }];
      const deliberated = await client.callTool({
        name: 'deliberate',
        arguments: { question: QUESTION, mode: 'quick', participants },
      });
      const result = deliberated.structuredContent as unknown as DeliberationResult;
      expect(result).toMatchObject({ status: 'complete', graph_context_summary: null });
      expect(about(result, 'decisions.db')).toHaveLength(1);
      const asked = await client.callTool({ name: 'query_decisions', arguments: { query_text: QUESTION } });
      expect(asked.structuredContent).toMatchObject({
        error: { type: 'conflict', message: expect.stringContaining('witan init --adopt') },
      });
    });
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('are used once they are adopted, which shows how many there are and from when', async () => {
    await plantDecisions();
    const plain = await machine.witan(['init']);
    expect(plain.stderr).toMatch(
      /^witan: \.witan\/decisions\.db is not used \([^\n]+\); `witan init --adopt` uses it\n$/,
    );
    expect(about(await ask(), 'decisions.db')).toHaveLength(1);
    const doctor = await machine.witan(['doctor']);
    expect(doctor.stdout).toMatch(/^note +decision graph +\.witan\/decisions\.db came with this project or was moved/m);
    expect(doctor.stdout).toContain('`witan init --adopt`');

    const { exitCode, stdout } = await machine.witan(['init', '--adopt']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`(${OUTCOMES} decisions, 2026-01-01 to 2026-01-${OUTCOMES})\n`);
    const result = await ask();
    expect(about(result, 'decisions.db')).toEqual([]);
    expect(result.graph_context_summary).not.toBeNull();
    expect((await machine.witan(['init', '--adopt'])).stdout).toMatch(/^Already registered/);
  });
});

describe('a finished deliberation that came with a project', () => {
  it('is neither listed nor printed as a verdict', async () => {
    const stranger = createMachineWithModels();
    await stranger.witan(['deliberate', '--mode', 'quick', QUESTION]);
    copyFileSync(join(stranger.project, '.witan', 'runs.db'), join(data, 'runs.db'));
    stranger.remove();
    for (const args of [['deliberate', '--resume', '--json'], ['deliberations']]) {
      const { exitCode, stdout, stderr } = await machine.witan(args);
      expect([exitCode, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^witan: \.witan\/runs\.db came with this project or was moved[^\n]+\n$/);
    }
    expect((await machine.witan(['deliberate', '--estimate', QUESTION])).exitCode).toBe(0);
    expect(about(await ask(), 'runs.db')).toEqual([
      expect.stringMatching(/^it could not be recorded, so it cannot be continued or replayed: \.witan\/runs\.db came/),
    ]);
    const doctor = await machine.witan(['doctor']);
    expect(doctor.stdout).toMatch(/^note +deliberations +\.witan\/runs\.db came with this project or was moved/m);
  });

  it('is not shown in another folder even when it was adopted', async () => {
    const stranger = createMachineWithModels();
    await stranger.witan(['deliberate', '--mode', 'quick', QUESTION]);
    copyFileSync(join(stranger.project, '.witan', 'runs.db'), join(data, 'runs.db'));
    stranger.remove();
    await machine.witan(['init', '--adopt']);
    const { exitCode, stdout, stderr } = await machine.witan(['deliberate', '--resume', '--json']);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/is about \S+, which is outside/);
  });
});

describe('a database that would hang or rewrite', () => {
  it.each([
    ['an endless trigger', `CREATE TRIGGER t AFTER INSERT ON decisions BEGIN ${ENDLESS}; END`],
    ['an endless view', `CREATE VIEW v AS ${ENDLESS}`],
    ['a view in place of a table', `DROP TABLE topics; CREATE VIEW topics AS ${ENDLESS}`],
    [
      'a trigger that rewrites',
      "CREATE TRIGGER t AFTER INSERT ON decisions BEGIN UPDATE decisions SET consensus = ''; END",
    ],
  ])('is moved aside with %s, even if it is listed, and the run ends', async (_what, sql) => {
    const file = await plantDecisions();
    runSql(file, sql);
    await registerDatabase(file, machine.home);
    const doctor = await machine.witan(['doctor']);
    expect(doctor.stdout).toMatch(/decision graph +\.witan\/decisions\.db is not used: it has a /);
    const result = await ask();
    expect(about(result, 'decisions.db').join()).toMatch(/was moved to decisions\.db\.refused-/);
    expect(about(await ask(), 'decisions.db')).toEqual([]);
  });

  it('is moved aside by --adopt if it has a trigger, and never used', async () => {
    const file = await plantDecisions();
    runSql(file, `CREATE TRIGGER t AFTER INSERT ON decisions BEGIN ${ENDLESS}; END`);
    const { stdout } = await machine.witan(['init', '--adopt']);
    expect(stdout).toContain('.witan/decisions.db (moved aside: a new one can be made)');
    expect(about(await ask(), 'decisions.db')).toEqual([]);
  });
});

describe('a journal that names a file of the user', () => {
  it('deletes nothing, whatever command or server looks at the project', async () => {
    const victim = join(machine.home, 'thesis.txt');
    writeFileSync(victim, 'years of work\n');
    for (const name of ['decisions.db', 'runs.db', 'experiences.db']) plantSuperJournal(join(data, name), victim);
    const commands = [
      ['doctor'],
      ['deliberations'],
      ['deliberate', '--estimate', QUESTION],
      ['deliberate', '--resume'],
      ['decisions', 'timeline'],
      ['learn', 'values'],
      ['journal', 'status'],
      ['init'],
      ASK,
    ];
    for (const args of commands) {
      await machine.witan(args);
      expect({ args, exists: existsSync(victim) }).toEqual({ args, exists: true });
    }
    await withServer(async (client) => {
      for (const name of ['list_models', 'get_clusters', 'query_decisions']) {
        await client.callTool({ name, arguments: { axis: 'full', query_text: QUESTION } }).catch(() => undefined);
      }
    });
    expect(readFileSync(victim, 'utf8')).toBe('years of work\n');
    const { stdout } = await machine.witan(['doctor']);
    expect(stdout).toMatch(
      /decision graph +\.witan\/decisions\.db-journal names another file that SQLite would delete/,
    );
    await machine.witan(['init', '--adopt']);
    expect(about(await ask(), '.db')).toEqual([]);
    expect(existsSync(victim)).toBe(true);
  });
});

describe('a project of the user that moved', () => {
  it('has its memory back with one command', async () => {
    const first = await ask();
    const moved = join(machine.home, 'moved');
    renameSync(machine.project, moved);
    const run = (args: readonly string[]) => machine.witan(args, { cwd: moved });
    expect((await run(['decisions', 'timeline', '--json'])).exitCode).toBe(1);
    const { stdout } = await run(['init', '--adopt']);
    expect(stdout).toMatch(/\(1 decision, .*\n(.*\n)*.*\(1 recorded deliberation, /);
    const listed = JSON.parse((await run(['deliberations', '--json'])).stdout);
    expect(listed).toMatchObject({ deliberations: [{ deliberation_id: first.deliberation_id }] });
    mkdirSync(machine.project);
  });

  it('keeps deliberations about other folders unchanged, however many there are', async () => {
    await ask();
    const others = [1, 2, 3].map((number) => `(${number})`).join();
    runSql(
      join(data, 'runs.db'),
      `CREATE TEMP TABLE others AS SELECT runs.*, column1 AS number FROM runs, (VALUES ${others});
       UPDATE others SET id = 'other-' || number, request = json_set(request, '$.workingDirectory', '/elsewhere');
       ALTER TABLE others DROP COLUMN number;
       INSERT INTO runs SELECT * FROM others`,
    );
    const moved = join(machine.home, 'moved');
    renameSync(machine.project, moved);
    await machine.witan(['init', '--adopt'], { cwd: moved });
    const folders = readSql(
      join(moved, '.witan', 'runs.db'),
      "SELECT json_extract(request, '$.workingDirectory') AS folder FROM runs ORDER BY id LIKE 'other-%'",
    );
    expect(folders.map(({ folder }) => folder)).toEqual([moved, '/elsewhere', '/elsewhere', '/elsewhere']);
    mkdirSync(machine.project);
  });
});
