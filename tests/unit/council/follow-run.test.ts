import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRuns, type DeliberationResult, openRunStore, type Runs } from '../../../src/council/index.js';
import { systemClock } from '../../../src/kernel/clock.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import type { SqliteDriver } from '../../../src/storage/index.js';
import { runScenario, SCENARIOS } from '../../support/followed-scenarios.js';
import { continuing, interruptedRun, requestIn } from '../../support/interrupted-run.js';
import { recordedProject } from '../../support/recorded-council.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { SETTINGS, vote } from '../../support/scripted-council.js';
import { sqliteDrivers } from '../../support/sqlite-drivers.js';

/** Everything that the engine counted, compared with what a page shows. */
async function expectSameFigures(runs: Runs, result: DeliberationResult): Promise<void> {
  const followed = await runs.follow(result.deliberation_id);
  const { voting_result: voted, integrity } = result;
  expect(followed.votes).toEqual(voted?.votes_by_round ?? []);
  expect(followed.tally).toEqual(voted?.tally_as_worded ?? voted?.final_tally ?? {});
  expect(followed.quorum).toEqual(integrity.quorum);
  expect(followed.rounds.at(-1)?.tally ?? {}).toEqual(followed.tally);
  if (voted !== null) {
    expect(followed.options.map(({ id, text, aliases }) => ({ id, text, aliases }))).toEqual(voted.options);
    const abstentions = followed.rounds.flatMap(({ round, turns }) =>
      turns.flatMap(({ participant, abstention }) =>
        abstention === null ? [] : [{ round, participant, reason: abstention }],
      ),
    );
    expect(abstentions).toEqual(voted.abstentions);
  }
  const answers = followed.rounds.flatMap(({ round, turns }) =>
    turns.filter(({ state }) => state === 'answered').map((turn) => ({ round, ...turn })),
  );
  expect(answers.map(({ round, participant }) => [round, participant])).toEqual(
    result.full_debate.map(({ round, participant }) => [round, participant]),
  );
  for (const [index, entry] of result.full_debate.entries()) {
    const answer = await runs.answer(result.deliberation_id, entry);
    expect(answer).toEqual({ text: entry.response, draft: entry.draft ?? null, peers: entry.peers ?? {} });
    expect(answers[index]).toMatchObject({
      startedAt: entry.timestamp,
      durationMs: entry.duration_ms,
      unfinished: entry.unfinished ?? null,
    });
  }
  expect(followed.lookUps.map(({ tool, askedBy }) => [tool, ...askedBy])).toEqual(
    result.tool_executions.records.map(({ tool, participant, also_asked_by: others = [] }) => [
      tool,
      participant,
      ...others.map((other) => other.participant),
    ]),
  );
  expect(followed.estimate).toEqual(result.cost.estimate);
  expect(followed.result).toMatchObject({ verdict: result.verdict, integrity: { warnings: integrity.warnings } });
}

describe('a followed deliberation', () => {
  for (const scenario of SCENARIOS) {
    it(`has the figures of the engine after ${scenario.title}`, async () => {
      const { runs, result, close } = await runScenario(recordedProject(), scenario);
      await expectSameFigures(runs, result);
      await close();
    });
  }

  it('has the figures of the engine after it was interrupted and continued', async () => {
    const project = recordedProject();
    const id = await interruptedRun(project);
    const opened = await continuing(project);
    const result = await opened.council.resume({ deliberation_id: id, within: project.folder });
    await expectSameFigures(opened.runs, result);
    await opened.close();
  });

  it('counts the cost as the list does', async () => {
    const [scenario = { title: '', models: {} }] = SCENARIOS;
    const { runs, close } = await runScenario(recordedProject(), scenario);
    const { entries } = await runs.list();
    expect((await runs.follow('last')).cost).toEqual(entries[0]?.cost);
    await close();
  });

  it('shows who thinks and the votes that are in, while it runs', async () => {
    const project = recordedProject();
    let open: (text: string) => void = () => undefined;
    const waits = new Promise<string>((resolve) => {
      open = resolve;
    });
    let asked: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const opened = await project.open({
      one: () => vote('SQLite'),
      two: () => {
        asked();
        return waits;
      },
    });
    const running = opened.council.deliberate(requestIn(project, { rounds: 1 }));
    await isAsked;
    await expect.poll(async () => (await opened.runs.follow('last')).tally).toEqual({ SQLite: 1 });
    const followed = await opened.runs.follow('last');
    expect(followed).toMatchObject({ status: 'running', result: null, plannedRounds: 1 });
    expect(followed.participants.map(({ now }) => now?.task ?? null)).toEqual([null, 'answer']);
    expect(followed.rounds[0]?.turns).toMatchObject([
      { state: 'answered', vote: { option: 'SQLite', confidence: 0.7 } },
      { state: 'thinking', vote: null, durationMs: null },
    ]);
    open(vote('PostgreSQL'));
    const result = await running;
    await expectSameFigures(opened.runs, result);
    await opened.close();
  });

  it('says of a call that was open at the end of its process that it was interrupted', async () => {
    const project = recordedProject();
    const id = await interruptedRun(project);
    project.sql(`UPDATE calls SET state = 'asked', failure = NULL, answered_at = NULL WHERE state = 'interrupted'`);
    project.sql(
      `UPDATE runs SET status = 'running', result = NULL, owner = '{"pid":1,"started":"x","host":"gone"}', updated_at = '2020-01-01T00:00:00.000Z'`,
    );
    const opened = await continuing(project);
    await opened.council.defaultPanel();
    const runs = await runsIn(project.runsFile, project.folder);
    const followed = await runs.follow(id);
    expect(followed).toMatchObject({ status: 'interrupted', result: null, tally: { PostgreSQL: 1, SQLite: 1 } });
    expect(followed.participants.every(({ now }) => now === null)).toBe(true);
    expect(followed.rounds[1]?.turns.map(({ state }) => state)).toContain('interrupted');
  });

  it('is shown after every single write of its process', async () => {
    const [scenario = { title: '', models: {} }] = SCENARIOS;
    const { driver, copies } = copyingDriver();
    const project = recordedProject(driver);
    const { result, close } = await runScenario(project, scenario);
    await close();
    let shown = 0;
    for (const folder of copies) {
      const runs = await runsIn(path.join(folder, 'runs.db'), project.folder);
      for (const { id } of (await runs.list()).entries) {
        const followed = await runs.follow(id);
        expect(followed.id).toBe(result.deliberation_id);
        for (const { round, turns } of followed.rounds)
          for (const { participant, state } of turns)
            if (state === 'answered') await runs.answer(id, { round, participant });
        shown++;
      }
    }
    expect(shown).toBeGreaterThan(10);
  });

  it('leaves out parts of a stored result that cannot be read', async () => {
    const project = recordedProject();
    const [scenario = { title: '', models: {} }] = SCENARIOS;
    const { runs, close } = await runScenario(project, scenario);
    project.sql(`UPDATE runs SET result = json_set(result, '$.because', json('[{"participant":{}}]'), '$.citations', json('[1]'),
      '$.counterfactual', 'x', '$.integrity.citations', json('[]'))`);
    const { result } = await runs.follow('last');
    expect(result).toMatchObject({
      because: [],
      citations: [],
      counterfactual: null,
      integrity: { citations: { total: 0 } },
    });
    await close();
  });
});

describe('the cited lines of a deliberation', () => {
  it('are read from the project as it is now, and say when they changed', async () => {
    const project = recordedProject();
    const [scenario = { title: '', models: {} }] = SCENARIOS;
    const { runs, result, close } = await runScenario(project, scenario);
    expect(result.citations[0]).toMatchObject({ path: 'src/queue.ts', verified: true });
    expect((await runs.citedLines('last'))[0]).toEqual({
      lines: [{ number: 2, text: 'export const writers = 1;' }],
      more: 0,
      problem: null,
    });
    writeFileSync(path.join(project.folder, 'src/queue.ts'), '// changed\nexport const several = true;\n');
    expect((await runs.citedLines('last'))[0]).toMatchObject({
      lines: [{ number: 2, text: 'export const several = true;' }],
      problem: 'the quoted words are not on that line',
    });
    await close();
  });

  it('are not read outside the project or from files that may not be shown', async () => {
    const project = recordedProject();
    const [scenario = { title: '', models: {} }] = SCENARIOS;
    const { runs, close } = await runScenario(project, scenario);
    writeFileSync(path.join(project.folder, '.env'), 'TOKEN=value-of-the-token\n');
    const forged = ['../../etc/passwd', '/etc/passwd', '.env', '.witan/runs.db'].map((file) => ({
      round: 1,
      participant: 'x',
      path: file,
      start_line: 1,
      end_line: 1,
      verified: true,
      line_exists: true,
    }));
    project.sql(`UPDATE runs SET result = json_set(result, '$.citations', json('${JSON.stringify(forged)}'))`);
    const lines = await runs.citedLines('last');
    expect(lines).toHaveLength(forged.length);
    expect(lines.every(({ lines: shown, problem }) => shown.length === 0 && problem !== null)).toBe(true);
    await close();
  });
});

async function runsIn(file: string, projectFolder: string): Promise<Runs> {
  const store = await openRunStore({ file, version: '0.0.0-test', clock: systemClock, logger: silentLogger });
  const redactor = { redact: async (text: string) => text, redactNow: (text: string) => text };
  const settings = {
    ...SETTINGS,
    dataFolder: path.dirname(file),
    transcriptsFolder: path.join(projectFolder, 'transcripts'),
  };
  return createRuns(store, { redactor, settings, projectFolder });
}

/** Copies the database after every transaction: what a process leaves that is killed there. */
function copyingDriver(): { readonly driver: SqliteDriver; readonly copies: readonly string[] } {
  const [real] = sqliteDrivers;
  if (real === undefined) throw new Error('there is no SQLite driver');
  const folder = scratchFolder('writes');
  const copies: string[] = [];
  const copy = (file: string) => {
    const target = path.join(folder, String(copies.length));
    mkdirSync(target, { mode: 0o700 });
    for (const end of ['', '-wal']) if (existsSync(file + end)) cpSync(file + end, path.join(target, `runs.db${end}`));
    copies.push(target);
  };
  const driver: SqliteDriver = {
    ...real,
    open(file, options) {
      const connection = real.open(file, options);
      if (options.readOnly) return connection;
      return {
        ...connection,
        exec(sql) {
          connection.exec(sql);
          if (sql === 'COMMIT' && file.endsWith('runs.db')) copy(file);
        },
      };
    },
  };
  return { driver, copies };
}
