import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { digest } from '../../../../src/council/record/record-keys.js';
import { piecesOf } from '../../../../src/council/runs/store/prompt-pieces.js';
import { MIGRATIONS } from '../../../../src/council/runs/store/tables.js';
import type { Connection } from '../../../../src/storage/index.js';
import { type RecordedProject, recordedProject } from '../../../support/recorded-council.js';
import { vote } from '../../../support/scripted-council.js';
import { sqliteDrivers } from '../../../support/sqlite-drivers.js';

const MARK = 'the-question-that-must-be-gone';
const models = { one: () => vote('PostgreSQL'), two: () => vote('SQLite') };

/** 400 thousand characters that no compression makes much smaller. */
function longContext(): string {
  let seed = 7;
  const word = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed.toString(36);
  };
  return Array.from({ length: 6_700 }, () => Array.from({ length: 9 }, word).join(' ')).join('\n');
}

async function deliberated(project: RecordedProject, { context = '', seats = ['one', 'two'], question = MARK } = {}) {
  const opened = await project.open(models);
  const { deliberation_id: id } = await opened.council.deliberate({
    question: `Should we use PostgreSQL or SQLite for ${question}?`,
    context,
    participants: seats.map((cli) => ({ cli })),
    rounds: 2,
    working_directory: project.folder,
  });
  return { ...opened, runs: opened.runs, store: opened.store, id };
}

const bytesOf = (file: string) => (existsSync(file) ? readFileSync(file) : Buffer.alloc(0));

describe.each(sqliteDrivers.map((driver) => ({ name: driver.name, driver })))('with $name', ({ driver }) => {
  it('removes deleted records from the disk, and gives their space back', async () => {
    const project = recordedProject(driver);
    const { runs, store, id, close } = await deliberated(project, { context: longContext() });
    const full = await store.bytes();
    expect(full).toBeGreaterThan(300_000);
    await runs.delete(id);
    expect(await store.bytes()).toBeLessThan(full / 4);
    expect(statSync(project.runsFile).size).toBeLessThan(full / 4);
    for (const file of [project.runsFile, `${project.runsFile}-wal`]) expect(bytesOf(file).includes(MARK)).toBe(false);
    await close();
  });
});

describe('the record of a long context', () => {
  it('does not grow with every prompt that contains it, and returns every prompt', async () => {
    const project = recordedProject();
    const context = longContext();
    const seats = ['one', 'two', 'one', 'two', 'one', 'two'];
    const { runs, store, id, close } = await deliberated(project, { context, seats });
    const record = await store.read(id);
    expect(record.calls).toHaveLength(12);
    const prompts = await runs.prompts(record);
    expect(prompts.map((prompt) => digest(prompt))).toEqual(record.calls.map(({ promptHash }) => promptHash));
    // Once in the request, once in the result, once for all prompts, and what was free in between.
    expect(await store.bytes()).toBeLessThan(5 * context.length);
    expect(await runs.replay(id)).toMatchObject({ identical: true });
    await close();
  });

  it('is cut into pieces that are the same wherever the text is', () => {
    const context = longContext();
    const [before, after] = [[...piecesOf(`You are A.\n${context}\nend`)], [...piecesOf(`Hello, B.\n\n${context}`)]];
    expect(before.join('')).toBe(`You are A.\n${context}\nend`);
    const known = new Set(before);
    expect(after.filter((piece) => !known.has(piece)).length).toBeLessThanOrEqual(2);
  });

  it.each([
    ['of one line', 'x'.repeat(500_000)],
    ['of empty lines', '\n'.repeat(500_000)],
    ['without anything', ''],
  ])('is complete when its pieces are joined: %s', (_what, text) => {
    expect([...piecesOf(text)].join('')).toBe(text);
  });
});

describe('old records', () => {
  it('stay until they are pruned, however old they seem', async () => {
    const project = recordedProject();
    const first = await deliberated(project);
    await first.close();
    project.sql(`UPDATE runs SET updated_at = '2020-01-01T00:00:00.000Z'`);
    const second = await deliberated(project);
    await second.close();
    const { id, store, runs, close } = await deliberated(project);
    expect((await store.list()).map((entry) => entry.id).sort()).toEqual([first.id, second.id, id].sort());
    expect(await runs.prune(new Date('2021-01-01'))).toBe(1);
    expect((await store.list()).map((entry) => entry.id)).not.toContain(first.id);
    await close();
  });

  it('are listed, shown and deleted even if they are of the first version', async () => {
    const project = recordedProject();
    writeFirstVersion(project);
    const { store, runs, close } = await deliberated(project);
    expect(await store.list()).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: 'old', winner: 'SQLite', isWhole: true })]),
    );
    const old = await runs.show('old');
    expect(await runs.prompts(old)).toEqual(['the prompt', 'the prompt']);
    expect(old.calls).toMatchObject([{ isLate: true, lateUsage: { costUsd: 1 } }, { participant: 'm@ancient' }]);
    expect(await store.pastCalls('ancient', 'm')).toMatchObject({
      calls: 1,
      answerLength: { low: 7 },
      answerSeconds: { low: 2 },
    });
    expect(await runs.delete('old')).toBe('old');
    await close();
  });
});

function writeFirstVersion({ folder, runsFile }: RecordedProject): void {
  mkdirSync(path.dirname(runsFile));
  writeFileSync(runsFile, '');
  const [driver] = sqliteDrivers;
  const connection = driver?.open(runsFile, { readOnly: false });
  const [first] = MIGRATIONS;
  first?.apply({ exec: (sql: string) => connection?.exec(sql) } as Connection);
  connection?.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA user_version = 1;
    INSERT INTO runs VALUES ('old', 'Which?', '${JSON.stringify({ rounds: 2, workingDirectory: folder })}', '[]', '{}', '0.1.0', 'finished', '2026-11-01T00:00:00.000Z',
      '${new Date().toISOString()}', NULL, NULL, 5, NULL, '{"voting_result":{"winning_option":"SQLite"}}');
    INSERT INTO calls VALUES ('old', 'turn', 1, 'm@one', 1, 1, 'h', 'the prompt', 'late', '2026-11-01T00:00:00.000Z', NULL,
      NULL, '"text"', NULL, '{"costUsd":1}', 1);
    INSERT INTO calls VALUES ('old', 'turn', 1, 'm@ancient', 1, 1, 'h', 'the prompt', 'answered', '2026-11-01T00:00:00.000Z',
      NULL, 2000, '"text"', NULL, '{"inputTokens":3,"outputTokens":7}', 0);`);
  connection?.close();
}

describe('a run that is taken over', () => {
  it('has no result until it ends, and is not replayed before', async () => {
    const project = recordedProject();
    const { id, store, runs, close } = await deliberated(project);
    project.sql(`UPDATE runs SET status = 'interrupted', ended_by = 'it was cancelled'`);
    const { setup } = await store.read(id);
    await store.takeOver(id, setup.request);
    expect(await store.read(id)).toMatchObject({ status: 'running', result: null });
    expect(await store.list()).toMatchObject([{ status: 'running', winner: null, pid: process.pid }]);
    await expect(runs.replay(id)).rejects.toMatchObject({
      type: 'conflict',
      message: `deliberation ${id} is still running in process ${process.pid}; replay it when it is finished`,
    });
    await close();
  });

  it('is refused when another process has finished it since, and keeps its result', async () => {
    const project = recordedProject();
    const { id, store, close } = await deliberated(project);
    const { setup, result } = await store.read(id);
    await expect(store.takeOver(id, setup.request)).rejects.toMatchObject({
      type: 'conflict',
      message: expect.stringContaining('was finished by another process in the meantime'),
    });
    expect((await store.read(id)).result).toEqual(result);
    await close();
  });
});

describe('a list', () => {
  it('is cut after the latest, whatever their state', async () => {
    const project = recordedProject();
    const ids: string[] = [];
    for (let made = 0; made < 3; made++) {
      const { id, close } = await deliberated(project);
      ids.push(id);
      await close();
    }
    const { store, close } = await deliberated(project);
    project.sql(`UPDATE runs SET status = 'interrupted' WHERE id IN ('${ids[0]}', '${ids[1]}')`);
    expect(await store.list({ limit: 2 })).toHaveLength(2);
    expect((await store.list({ status: 'interrupted' })).map(({ id }) => id).sort()).toEqual(ids.slice(0, 2).sort());
    expect(await store.list({ status: 'interrupted', limit: 1 })).toHaveLength(1);
    expect(await store.list({ status: 'finished', limit: 1 })).toHaveLength(1);
    await close();
  });
});
