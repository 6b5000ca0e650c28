import { describe, expect, it } from 'vitest';
import { LATEST_ANSWERED, NEXT_SEAT } from '../../../../src/council/runs/store/past-calls.js';
import { requestIn, steady } from '../../../support/interrupted-run.js';
import { type RecordedProject, recordedProject } from '../../../support/recorded-council.js';
import { answered, type Script, vote } from '../../../support/scripted-council.js';
import { sqliteDrivers } from '../../../support/sqlite-drivers.js';

/** As many tokens as the number of the call. */
const counting: Script = (_request, call) => answered(vote('SQLite'), { inputTokens: 1, outputTokens: call });

async function withHistory(project: RecordedProject) {
  const opened = await project.open({ one: counting, two: steady('PostgreSQL') });
  const participants = [{ cli: 'one' }, { cli: 'one' }, { cli: 'two' }];
  await opened.council.deliberate(requestIn(project, { participants, rounds: 1 }));
  return opened;
}

/** Copies of the calls of a participant, as further deliberations would leave them. */
const repeat = (project: RecordedProject, participant: string, times: number, changes = 'state') =>
  project.sql(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${times})
     INSERT INTO calls (run, phase, round, participant, call, attempt, prompt_hash, prompt, state, asked_at, duration_ms, answer, usage)
     SELECT run, phase, round + i, participant, call, attempt, prompt_hash, prompt, ${changes}, asked_at, duration_ms, answer,
       json_object('inputTokens', 1, 'outputTokens', 1000 + i) FROM calls, n WHERE participant = '${participant}'`,
  );

describe('the figures of past calls', () => {
  it('include every seat of the same model, and no other', async () => {
    const project = recordedProject();
    const opened = await withHistory(project);
    expect(await opened.store.pastCalls('one', 'm')).toMatchObject({ calls: 2, answerLength: { low: 1, high: 2 } });
    expect(await opened.store.pastCalls('on', 'm')).toBeUndefined();
    expect(await opened.store.pastCalls('one#', 'm')).toBeUndefined();
    await opened.close();
  });

  it('come from the latest fifty calls of all seats', async () => {
    const project = recordedProject();
    const opened = await withHistory(project);
    repeat(project, 'm@one', 100);
    repeat(project, 'm@one#2', 10);
    const past = await opened.store.pastCalls('one', 'm');
    // The ten of the second seat came last, before them the last forty of the first.
    expect(past).toMatchObject({ calls: 50, answerLength: { low: 1075, high: 1095 } });
    await opened.close();
  });

  it('are found behind failed calls, but not behind any number of them', async () => {
    const project = recordedProject();
    const opened = await withHistory(project);
    repeat(project, 'm@one#2', 400, `'failed'`);
    expect(await opened.store.pastCalls('one', 'm')).toMatchObject({ calls: 2 });
    repeat(project, 'm@one', 2_000, `'failed'`);
    expect(await opened.store.pastCalls('one', 'm')).toMatchObject({ calls: 1 });
    await opened.close();
  });

  it.each(sqliteDrivers)('are read from the index and never sorted ($name)', async (driver) => {
    const project = recordedProject(driver);
    await (await withHistory(project)).close();
    const connection = driver.open(project.runsFile, { readOnly: true });
    const planOf = (sql: string) =>
      connection
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all(['m@one', ...(sql === NEXT_SEAT ? ['n'] : [500, 50])])
        .map(({ detail }) => String(detail));
    for (const plan of [planOf(LATEST_ANSWERED), planOf(NEXT_SEAT)]) {
      expect(plan).toContainEqual(expect.stringMatching(/^SEARCH calls USING (COVERING )?INDEX calls_by_participant/));
      expect(plan.filter((step) => /TEMP B-TREE|SCAN calls/.test(step))).toEqual([]);
    }
    connection.close();
  });
});
