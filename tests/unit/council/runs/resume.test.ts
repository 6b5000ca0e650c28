import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DeliberationRequest, RunRecord } from '../../../../src/council/index.js';
import type { ModelAnswer, ModelRequest } from '../../../../src/models/index.js';
import { type RecordedCouncil, type RecordedProject, recordedProject } from '../../../support/recorded-council.js';
import { answered, failed, type Script, untilAborted, vote } from '../../../support/scripted-council.js';
import { sqliteDrivers } from '../../../support/sqlite-drivers.js';

const QUESTION = 'Should our job queue use PostgreSQL or SQLite?';
const NAMES = ['one', 'two'];
const roundOf = ({ prompt }: ModelRequest) => Number(/What to do in round (\d)/.exec(prompt)?.[1]);
const steady =
  (option: string): Script =>
  (request) =>
    vote(option, { rationale: `${option} in round ${roundOf(request)}` });

const requestIn = ({ folder }: RecordedProject, more: Partial<DeliberationRequest> = {}): DeliberationRequest => ({
  question: QUESTION,
  participants: NAMES.map((cli) => ({ cli })),
  rounds: 2,
  working_directory: folder,
  ...more,
});

/** Cancelled while the second participant thinks about round 2. */
async function interrupted(project: RecordedProject, slow: Script = untilAborted): Promise<string> {
  const controller = new AbortController();
  const opened = await project.open({
    one: steady('PostgreSQL'),
    two: (request, call) => {
      if (roundOf(request) === 1) return steady('SQLite')(request, call);
      queueMicrotask(() => controller.abort());
      return slow(request, call);
    },
  });
  const result = await opened.council.deliberate(requestIn(project), { signal: controller.signal });
  expect(result).toMatchObject({ status: 'partial', rounds_completed: 2 });
  expect(result.integrity.warnings).toContain(
    `it can be continued: \`witan deliberate --resume ${result.deliberation_id}\`, or deliberate with deliberation_id "${result.deliberation_id}"`,
  );
  await opened.close();
  project.asked.length = 0;
  return result.deliberation_id;
}

const continuing = (project: RecordedProject): Promise<RecordedCouncil> =>
  project.open({ one: steady('PostgreSQL'), two: steady('SQLite') });

describe.each(sqliteDrivers.map((driver) => ({ name: driver.name, driver })))('with $name', ({ driver }) => {
  it('continues a cancelled deliberation, and asks only participants that had not answered', async () => {
    const project = recordedProject(driver);
    const id = await interrupted(project);
    const opened = await continuing(project);
    const { council, close } = opened;
    const notices: (string | null)[] = [];
    const result = await council.resume(
      { deliberation_id: id, question: QUESTION },
      { onProgress: (event) => event.kind === 'started' && notices.push(event.notice) },
    );
    expect(project.asked).toEqual(['two']);
    expect(notices[0]).toContain('1 without an answer is made again');
    expect(result).toMatchObject({ status: 'complete', deliberation_id: id, rounds_completed: 2 });
    expect(result.voting_result?.votes_by_round.map(({ vote: cast }) => cast.rationale)).toEqual([
      ...['PostgreSQL in round 1', 'SQLite in round 1', 'PostgreSQL in round 2', 'SQLite in round 2'],
    ]);
    // What the ended call cost is not known, so the whole is not.
    expect(result.cost).toMatchObject({ usd: 'unknown', calls: 5 });
    expect(result.integrity.warnings).toContain(
      'one call was in flight when it was interrupted and was made again; what the first one cost is unknown',
    );
    expect(await opened.store.list()).toMatchObject([{ id, status: 'finished', round: 2, rounds: 2 }]);
    await close();
  });
});

describe('a deliberation that is continued', () => {
  it('shows the known part of its cost if that of a repeated call is unknown', async () => {
    const project = recordedProject();
    const controller = new AbortController();
    const priced: Script = (request) => answered(vote(`option ${roundOf(request)}`), { costUsd: 0.25 });
    const first = await project.open({
      one: priced,
      two: (request) => {
        queueMicrotask(() => controller.abort());
        return untilAborted(request);
      },
    });
    const { deliberation_id: id } = await first.council.deliberate(requestIn(project), { signal: controller.signal });
    await first.close();
    const opened = await project.open({ one: priced, two: priced });
    const result = await opened.council.resume({ deliberation_id: id });
    expect(result.cost).toMatchObject({ usd: 'unknown', calls: 5 });
    expect(result.integrity.warnings).toContain('the calls of known cost add up to $1.00');
    expect(await opened.runs.replay(id)).toMatchObject({ identical: true });
    await opened.close();
  });

  it('writes over the transcript that it left, and leaves no other', async () => {
    const project = recordedProject();
    const id = await interrupted(project);
    const { council, close } = await continuing(project);
    const result = await council.resume({ deliberation_id: id });
    const files = readdirSync(path.join(project.folder, 'transcripts')).filter((name) => name !== '.gitignore');
    expect(files).toHaveLength(2);
    expect(files).toContain(path.basename(result.transcript_path ?? ''));
    await close();
  });

  it('is returned unchanged once it is finished, without asking any participant', async () => {
    const project = recordedProject();
    const id = await interrupted(project);
    const { council, close } = await continuing(project);
    const first = await council.resume({ deliberation_id: id });
    project.asked.length = 0;
    expect(await council.resume({ deliberation_id: id.slice(0, -2) })).toEqual(first);
    expect(project.asked).toEqual([]);
    await close();
  });

  it('takes an answer that came after its call was ended, instead of asking again', async () => {
    const project = recordedProject();
    let arrive: (answer: ModelAnswer) => void = () => undefined;
    const late = new Promise<ModelAnswer>((resolve) => {
      arrive = resolve;
    });
    const controller = new AbortController();
    const opened = await project.open({
      one: steady('PostgreSQL'),
      two: () => {
        queueMicrotask(() => controller.abort());
        return late;
      },
    });
    const { deliberation_id: id } = await opened.council.deliberate(requestIn(project), { signal: controller.signal });
    arrive(answered(vote('SQLite', { rationale: 'late but paid for' }), { costUsd: 0.25 }));
    await expect
      .poll(async (): Promise<RunRecord> => opened.store.read(id))
      .toMatchObject({ calls: [{ participant: 'm@one' }, { participant: 'm@two', state: 'late', isLate: true }] });
    await opened.close();
    project.asked.length = 0;
    const { council, close } = await continuing(project);
    const result = await council.resume({ deliberation_id: id });
    expect(project.asked).toEqual(['one', 'two']);
    expect(result.voting_result?.votes_by_round[1]?.vote.rationale).toBe('late but paid for');
    await close();
  });

  it('continues after a time cap only with more time, which counts all attempts', async () => {
    const project = recordedProject();
    const capped = await project.open({ one: steady('PostgreSQL'), two: untilAborted });
    const request = requestIn(project, { max_seconds: 0.4 });
    const first = await capped.council.deliberate(request);
    expect(first.integrity.warnings[0]).toContain('the time cap of 0.4 s was reached');
    await capped.close();
    project.asked.length = 0;
    const { council, close } = await continuing(project);
    expect(await council.resume({ deliberation_id: first.deliberation_id })).toEqual(first);
    expect(project.asked).toEqual([]);
    const second = await council.resume({ deliberation_id: first.deliberation_id, max_seconds: 600 });
    expect(second).toMatchObject({ status: 'complete', rounds_completed: 2 });
    expect(project.asked).toEqual(['two', 'one', 'two']);
    expect(second.cost.seconds).toBeGreaterThanOrEqual(0.3);
    await close();
  });

  it('does not ask a participant again that failed for its own reason', async () => {
    const project = recordedProject();
    const controller = new AbortController();
    const opened = await project.open({
      one: () => failed({ kind: 'server_error', status: 503, detail: 'busy' }),
      two: (request, call) => {
        return roundOf(request) === 1 ? steady('SQLite')(request, call) : untilAborted(request);
      },
    });
    const { deliberation_id: id } = await opened.council.deliberate(requestIn(project), {
      signal: controller.signal,
      onProgress: (event) => event.kind === 'failed' && event.round === 2 && controller.abort(),
    });
    await opened.close();
    project.asked.length = 0;
    const { council, close } = await continuing(project);
    const result = await council.resume({ deliberation_id: id });
    expect(project.asked).toEqual(['two']);
    expect(result.integrity.missing).toMatchObject([{ participant: 'm@one' }]);
    await close();
  });
});

describe('a request to continue', () => {
  it.each([
    ['an unknown id', { deliberation_id: '20200101-000000-ffffff' }, 'not_found', /witan deliberations/],
    ['another question', { question: 'Is this quite another question?' }, 'validation_error', /^question: differs/],
    ['other participants', { participants: [{ cli: 'one' }] }, 'validation_error', /^participants: differs/],
    ['another number of rounds', { rounds: 3 }, 'validation_error', /^rounds: differs/],
    ['a cap below zero', { max_seconds: -1 }, 'validation_error', /^max_seconds: -1/],
  ])('is refused in one line with %s', async (_what, given, type, message) => {
    const project = recordedProject();
    const id = await interrupted(project);
    const { council, close } = await continuing(project);
    const refused = council.resume({ deliberation_id: id, ...given });
    await expect(refused).rejects.toMatchObject({ type, message: expect.stringMatching(message) });
    expect(project.asked).toEqual([]);
    await close();
  });

  it('is refused while another council of this process is at it', async () => {
    const project = recordedProject();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const opened = await project.open({
      one: steady('PostgreSQL'),
      two: async (request, call) => {
        await held;
        return steady('SQLite')(request, call);
      },
    });
    const running = opened.council.deliberate(requestIn(project, { mode: 'quick' }));
    await expect.poll(() => project.asked).toHaveLength(2);
    const other = await continuing(project);
    await expect(other.council.resume({ deliberation_id: 'last' })).rejects.toMatchObject({
      type: 'conflict',
      message: expect.stringContaining('still running here'),
    });
    release();
    expect(await running).toMatchObject({ status: 'complete' });
    await Promise.all([opened.close(), other.close()]);
  });

  it('ends the process that lost the run, which writes nothing more', async () => {
    const project = recordedProject();
    const opened = await project.open({
      one: steady('PostgreSQL'),
      two: (request, call) => {
        project.sql(`UPDATE runs SET token = 'taken by another'`);
        return steady('SQLite')(request, call);
      },
    });
    await expect(opened.council.deliberate(requestIn(project))).rejects.toMatchObject({
      type: 'conflict',
      message: expect.stringContaining('was taken over by another process'),
    });
    expect(project.asked).toEqual(['one', 'two']);
    expect(readdirSync(project.folder)).not.toContain('transcripts');
    await opened.close();
  });
});

describe('a record that cannot be written', () => {
  it('costs a warning and nothing else, also when it breaks on the way', async () => {
    const project = recordedProject();
    const opened = await project.open({
      one: steady('PostgreSQL'),
      two: (request, call) => {
        if (call === 1) project.sql('DROP TABLE facts');
        return steady('SQLite')(request, call);
      },
    });
    const result = await opened.council.deliberate(requestIn(project));
    expect(result).toMatchObject({ status: 'complete', rounds_completed: 2 });
    const told = result.integrity.warnings.filter((warning) => warning.includes('could not be recorded'));
    expect(told).toHaveLength(1);
    await opened.close();
  });

  it('is reported once if the file is not a database', async () => {
    const project = recordedProject();
    const opened = await project.open({ one: steady('PostgreSQL'), two: steady('SQLite') });
    await opened.close();
    writeFileSync(path.join(project.folder, '.witan'), 'a file where the folder should be');
    const result = await opened.council.deliberate(requestIn(project));
    expect(result.status).toBe('complete');
    expect(result.integrity.warnings.filter((warning) => warning.includes('could not be recorded'))).toHaveLength(1);
  });
});
