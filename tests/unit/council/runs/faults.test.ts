import { describe, expect, it } from 'vitest';
import { openRunStore, type RunRecord } from '../../../../src/council/index.js';
import { openRecording } from '../../../../src/council/runs/open-recording.js';
import { putEnding } from '../../../../src/council/runs/store/run-changes.js';
import { systemClock } from '../../../../src/kernel/clock.js';
import type { Logger } from '../../../../src/kernel/logger.js';
import type { ModelAnswer, ModelRequest } from '../../../../src/models/index.js';
import { type RecordedProject, recordedProject } from '../../../support/recorded-council.js';
import { answered, type Script, SETTINGS, untilAborted, vote } from '../../../support/scripted-council.js';
import { sqliteDrivers } from '../../../support/sqlite-drivers.js';

const roundOf = ({ prompt }: ModelRequest) => Number(/What to do in round (\d)/.exec(prompt)?.[1]);
const choose =
  (option: string): Script =>
  (request) =>
    vote(option, { rationale: `${option} in round ${roundOf(request)}` });

const requestIn = ({ folder }: RecordedProject) => ({
  question: 'Should our job queue use PostgreSQL or SQLite?',
  participants: [{ cli: 'one' }, { cli: 'two' }],
  rounds: 2,
  working_directory: folder,
});

/** A debate in which the record breaks while round 1 is answered and is whole again while round 2 is. */
async function brokenMeanwhile(project: RecordedProject, breaks: () => void, mends: () => void) {
  const opened = await project.open({
    one: choose('PostgreSQL'),
    two: (request, call) => {
      if (call === 1) breaks();
      else mends();
      return choose('SQLite')(request, call);
    },
  });
  const result = await opened.council.deliberate(requestIn(project));
  return { ...opened, runs: opened.runs, store: opened.store, result };
}

const recordedFault = (warning: string) => warning.includes('could not be recorded');

describe('a record that cannot be written for a while', () => {
  it('has everything that happened during that time, in order, as soon as it can be written', async () => {
    const project = recordedProject();
    const { runs, store, result, close } = await brokenMeanwhile(
      project,
      () => project.sql('ALTER TABLE calls RENAME TO calls_elsewhere'),
      () => project.sql('ALTER TABLE calls_elsewhere RENAME TO calls'),
    );
    expect(result.integrity.warnings.filter(recordedFault)).toEqual([]);
    const { calls, status, isWhole } = await store.read(result.deliberation_id);
    expect(calls.map(({ round, participant, state }) => [round, participant, state])).toEqual([
      [1, 'm@one', 'answered'],
      [1, 'm@two', 'answered'],
      [2, 'm@one', 'answered'],
      [2, 'm@two', 'answered'],
    ]);
    expect({ status, isWhole }).toEqual({ status: 'finished', isWhole: true });
    expect(await runs.replay('last')).toMatchObject({ identical: true });
    await close();
  });

  it('delays no participant while another program has it locked, and misses nothing', async () => {
    const project = recordedProject();
    const [driver] = sqliteDrivers;
    let release: () => void = () => undefined;
    const { runs, result, close } = await brokenMeanwhile(
      project,
      () => {
        const other = driver?.open(project.runsFile, { readOnly: false });
        other?.exec('BEGIN IMMEDIATE');
        release = () => other?.close();
      },
      // The second round is asked while the file is still locked: nothing but this ends the lock.
      () => release(),
    );
    expect(result).toMatchObject({ status: 'complete', rounds_completed: 2 });
    expect(result.integrity.warnings.filter(recordedFault)).toEqual([]);
    expect(await runs.replay('last')).toMatchObject({ identical: true });
    await close();
  });

  it('is listed as finished and not fully recorded if it can never be written again', async () => {
    const project = recordedProject();
    const { store, result, close } = await brokenMeanwhile(
      project,
      () => project.sql('ALTER TABLE facts RENAME TO facts_elsewhere'),
      () => undefined,
    );
    expect(result.integrity.warnings.filter(recordedFault)).toEqual([
      expect.stringMatching(/^it could not be recorded in full, so it cannot be replayed: /),
    ]);
    expect(await store.list()).toMatchObject([
      { status: 'finished', isWhole: false, pid: null, winner: result.voting_result?.winning_option ?? null },
    ]);
    await close();
  });
});

describe('what could not be written at the end', () => {
  it('is reported with its cause, which is also logged', async () => {
    const project = recordedProject();
    const logged: unknown[] = [];
    const logger: Logger = { log: (level, event, fields) => logged.push([level, event, fields]) };
    const store = await openRunStore({ file: project.runsFile, version: 'test', clock: systemClock, logger });
    const setup = { deliberationId: 'd', startedAt: new Date().toISOString(), seats: [], settings: SETTINGS };
    const request = { question: 'Tea?', ballot: [], workingDirectory: '/', mode: 'quick', rounds: 1 } as const;
    const claimed = await store.begin({
      ...setup,
      request: {
        ...request,
        ...{ cheapestFirst: false, challenge: false, context: undefined, maxCostUsd: undefined, maxSeconds: undefined },
      },
    });
    const writer = store.writer(claimed, () => 0);
    const written = openRecording('d', { writer, onLost: () => undefined, logger });
    writer.put(() => {
      throw new Error('the teapot is empty');
    });
    expect(await written.finish(putEnding('d', { status: 'interrupted', endedBy: null, result: null }))).toBe(
      'it could not be recorded in full, so it cannot be replayed: the teapot is empty',
    );
    expect(logged).toContainEqual(['error', 'run_not_fully_recorded', { id: 'd', reason: 'the teapot is empty' }]);
    expect(await store.list()).toMatchObject([{ id: 'd', status: 'interrupted', isWhole: false }]);
    await store.close();
  });
});

describe('an answer that comes late', () => {
  /** Cancelled in round 1 while `two` thinks; what it says afterwards is in the caller's hand. */
  async function cancelledWithLate(project: RecordedProject) {
    let arrive: (answer: ModelAnswer) => void = () => undefined;
    const late = new Promise<ModelAnswer>((resolve) => {
      arrive = resolve;
    });
    const controller = new AbortController();
    const opened = await project.open({
      one: choose('PostgreSQL'),
      two: () => {
        queueMicrotask(() => controller.abort());
        return late;
      },
    });
    const { deliberation_id: id } = await opened.council.deliberate(requestIn(project), { signal: controller.signal });
    const arriveLate = async () => {
      arrive(answered(vote('SQLite', { rationale: 'late but paid for' }), { costUsd: 0.25 }));
      await expect
        .poll(async (): Promise<RunRecord> => opened.store.read(id))
        .toMatchObject({ calls: expect.arrayContaining([expect.objectContaining({ isLate: true, attempt: 1 })]) });
    };
    return { ...opened, runs: opened.runs, store: opened.store, id, arriveLate };
  }

  it('does not change the result of a replay, and is shown with its cost', async () => {
    const project = recordedProject();
    const { runs, store, id, arriveLate, close } = await cancelledWithLate(project);
    expect(await runs.replay(id)).toMatchObject({ identical: true });
    await arriveLate();
    expect(await runs.replay(id)).toMatchObject({ identical: true, differences: [] });
    const [, two] = (await store.read(id)).calls;
    expect(two).toMatchObject({ participant: 'm@two', state: 'late', lateUsage: { costUsd: 0.25 } });
    await close();
  });

  it('is used even if the call was made again without an end', async () => {
    const project = recordedProject();
    const { id, arriveLate, close } = await cancelledWithLate(project);
    const controller = new AbortController();
    const again = await project.open({
      one: choose('PostgreSQL'),
      two: (request) => {
        queueMicrotask(() => controller.abort());
        return untilAborted(request);
      },
    });
    await again.council.resume({ deliberation_id: id }, { signal: controller.signal });
    await again.close();
    await arriveLate();
    await close();
    project.asked.length = 0;
    const opened = await project.open({ one: choose('PostgreSQL'), two: choose('SQLite') });
    const result = await opened.council.resume({ deliberation_id: id });
    expect(project.asked).toEqual(['one', 'two']);
    expect(result.voting_result?.votes_by_round[1]?.vote.rationale).toBe('late but paid for');
    expect(await opened.runs.replay(id)).toMatchObject({ identical: true });
    await opened.close();
  });

  it('is counted with its price even if it is empty and its call was made again', async () => {
    const project = recordedProject();
    const controller = new AbortController();
    const priced = (request: ModelRequest) => answered(vote(`option ${roundOf(request)}`), { costUsd: 0.5 });
    const first = await project.open({
      one: priced,
      two: async (request) => {
        queueMicrotask(() => controller.abort());
        await untilAborted(request);
        return { ok: false, error: { failure: { kind: 'cancelled' }, usage: { costUsd: 0.125 } } };
      },
    });
    const { deliberation_id: id } = await first.council.deliberate(requestIn(project), { signal: controller.signal });
    await expect
      .poll(async () => (await first.store.read(id)).calls)
      .toContainEqual(expect.objectContaining({ state: 'interrupted', lateUsage: { costUsd: 0.125 } }));
    await first.close();
    const { council, close } = await project.open({ one: priced, two: priced });
    const result = await council.resume({ deliberation_id: id });
    expect(result.cost).toMatchObject({ usd: 2.125, calls: 5 });
    expect(result.integrity.warnings).toContain(
      'one call was in flight when it was interrupted and was made again; what both cost is counted',
    );
    await close();
  });
});
