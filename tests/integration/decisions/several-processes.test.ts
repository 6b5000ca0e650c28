import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { deliberationRecord } from '../../support/deliberation-record.js';
import { reportCases } from '../../support/report-cases.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { sqliteDrivers } from '../../support/sqlite-drivers.js';
import { childrenOf, type StorageChild } from '../../support/storage-child.js';
import { openTestGraph } from '../../support/test-graph.js';

// A run with more kills has time for the long form of this one as well.
const PER_WRITER = process.env.WITAN_KILLS === undefined ? 60 : 250;

let start: (...args: string[]) => StorageChild;

beforeAll(async () => {
  start = await childrenOf('tests/fixtures/decisions/child.ts');
});

describe.each(sqliteDrivers)('processes that share a decision graph with $name', (driver) => {
  const newFile = () => path.join(scratchFolder('shared'), 'data', 'decisions.db');

  it(`lose nothing when two of them have eight writers with ${PER_WRITER} decisions each, and none hears "busy"`, async () => {
    const file = newFile();
    const children = ['one', 'two'].map((name) =>
      start(driver.name, 'remember-together', file, name, String(PER_WRITER)),
    );
    const graph = await openTestGraph({ file, driver });
    let isWriting = true;
    const ended = Promise.all(children.map((child) => child.ended)).finally(() => {
      isWriting = false;
    });
    // A third process asks all the time.
    for (let asked = 0; isWriting; asked++) {
      await graph.recall(`What should one take in step ${asked % 50}, all told?`);
      await new Promise(setImmediate);
    }
    expect(await ended).toEqual(children.map(() => ({ code: 0, errors: '' })));
    const acknowledged = children.flatMap(({ lines }) => lines);
    expect(acknowledged).toHaveLength(8 * PER_WRITER);
    const stored = new Set<string>();
    for await (const { id } of graph.all()) stored.add(id);
    expect(stored.size).toBe(8 * PER_WRITER);
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    expect(await graph.check()).toEqual([]);
    await graph.close();
    reportCases(8 * PER_WRITER);
  }, 300_000);

  it('let other work run while they wait for each other', async () => {
    const file = newFile();
    const graph = await openTestGraph({ file, driver, lockTimeoutMs: 60_000 });
    await graph.remember(deliberationRecord({ id: 'before' }));
    await graph.drain();
    const other = driver.open(file, { readOnly: false });
    other.exec('BEGIN IMMEDIATE');
    const waiting = Promise.all(['a', 'b', 'c', 'd'].map((id) => graph.remember(deliberationRecord({ id }))));
    // Who stopped the thread to wait for the lock would never come to the line that gives it back.
    for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
    expect((await graph.list()).map(({ id }) => id)).toEqual(['before']);
    other.exec('COMMIT');
    other.close();
    expect((await waiting).map((decision) => decision?.id)).toEqual(['a', 'b', 'c', 'd']);
    await graph.close();
  });

  it('recall immediately what another one has just stored, changed or deleted', async () => {
    const file = newFile();
    const graph = await openTestGraph({ file, driver });
    const other = start(driver.name, 'recall-when-told', file);
    await other.said(1);
    const ask = async (question: string, answers: number): Promise<string | undefined> => {
      other.process.stdin.write(`${question}\n`);
      await other.said(answers + 1);
      return other.lines.at(-1);
    };
    const question = 'Should we cache sessions in Redis or in memory?';
    expect(await ask(question, 1)).toBe('nothing');
    await graph.remember(deliberationRecord({ id: 'first', question, winner: 'Redis' }));
    expect(await ask(question, 2)).toBe('first');
    await graph.remember(deliberationRecord({ id: 'second', question, winner: 'in memory' }));
    expect(await ask(question, 3)).toBe('second');
    await graph.archive({ ids: ['second'] });
    expect(await ask(question, 4)).toBe('first');
    await graph.delete('first');
    expect(await ask(question, 5)).toBe('nothing');
    other.process.stdin.end();
    expect(await other.ended).toEqual({ code: 0, errors: '' });
    await graph.close();
  });

  it('read each other while one of them adds decisions, and the cached answer does not outlive a change', async () => {
    const file = newFile();
    const [mine, theirs] = [await openTestGraph({ file, driver }), await openTestGraph({ file, driver })];
    const question = 'Do we deploy on Fridays?';
    await mine.remember(deliberationRecord({ id: 'a', question, winner: 'no' }));
    expect((await theirs.recall(question)).matches.map(({ decision }) => decision.id)).toEqual(['a']);
    expect((await theirs.recall(question)).fromCache).toBe(true);
    await mine.setOutcome('a', { outcome: 'wrong', note: 'it cost us a weekend' });
    const [match] = (await theirs.recall(question)).matches;
    expect(match?.note).toBe('turned out wrong: it cost us a weekend');
    await Promise.all([mine.close(), theirs.close()]);
  });
});
