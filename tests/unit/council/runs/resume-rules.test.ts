import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createCouncil, type ProgressEvent } from '../../../../src/council/index.js';
import { systemClock } from '../../../../src/kernel/clock.js';
import { silentLogger } from '../../../../src/kernel/logger.js';
import { createJaccardSimilarity } from '../../../../src/semantics/index.js';
import { continuing, interruptedRun, requestIn, steady } from '../../../support/interrupted-run.js';
import { recordedProject } from '../../../support/recorded-council.js';
import { answered, failed, type Script, SETTINGS, untilAborted, vote } from '../../../support/scripted-council.js';

/** Ended by its time cap while the second participant thinks. */
async function cappedRun(maxSeconds = 0.4) {
  const project = recordedProject();
  const opened = await project.open({ one: steady('PostgreSQL'), two: untilAborted });
  const result = await opened.council.deliberate(requestIn(project, { max_seconds: maxSeconds }));
  await opened.close();
  project.asked.length = 0;
  return { project, result, id: result.deliberation_id };
}

const dear =
  (option: string): Script =>
  () =>
    answered(vote(option), { costUsd: 0.3 });

describe('a deliberation that a cap ended', () => {
  it('shows the option and the number with which it continues', async () => {
    const { result, id } = await cappedRun();
    expect(result.integrity.warnings).toContain(
      `it can be continued with more time: \`witan deliberate --resume ${id} --max-seconds <more than 0.4>\`, or deliberate with deliberation_id "${id}" and max_seconds more than 0.4`,
    );
    const project = recordedProject();
    const opened = await project.open({ one: dear('PostgreSQL'), two: dear('SQLite') });
    const poor = await opened.council.deliberate(requestIn(project, { max_cost_usd: 1 }));
    expect(poor.integrity.warnings).toContainEqual(
      expect.stringContaining(`--resume ${poor.deliberation_id} --max-cost <more than 1>`),
    );
    await opened.close();
  });

  it('continues only with a higher value of that cap, and otherwise says that this is its result', async () => {
    const project = recordedProject();
    const models = { one: dear('PostgreSQL'), two: dear('SQLite') };
    const opened = await project.open(models);
    const { council } = opened;
    const first = await council.deliberate(requestIn(project, { max_cost_usd: 1 }));
    const id = first.deliberation_id;
    const told: ProgressEvent[] = [];
    const onProgress = (event: ProgressEvent) => told.push(event);
    for (const caps of [{}, { max_seconds: 600 }, { max_cost_usd: 1 }])
      expect(await council.resume({ deliberation_id: id, ...caps }, { onProgress })).toEqual(first);
    expect(told.map(({ kind }) => kind)).toEqual(['already_finished', 'already_finished', 'already_finished']);
    expect(told[0]).toMatchObject({
      notice: expect.stringMatching(
        new RegExp(`^deliberation ${id} already finished on \\d{4}-\\d\\d-\\d\\d .*this is its result; .*--max-cost`),
      ),
    });
    expect(project.asked).toHaveLength(2);
    expect(await council.resume({ deliberation_id: id, max_cost_usd: 5 })).toMatchObject({ rounds_completed: 2 });
    expect(project.asked).toHaveLength(4);
    await opened.close();
  });

  it.each([
    ['time it has used already', 0.1, /^max_seconds: 0.1 is not enough, it has used 0\.\d s already; give more/],
    ['less than what ended it', 0.39, /^max_seconds: 0.39 (is less than the 0.4 that ended it|is not enough)/],
  ])('is not given %s', async (_what, maxSeconds, message) => {
    const { project, id } = await cappedRun();
    const { council, close } = await continuing(project);
    await expect(council.resume({ deliberation_id: id, max_seconds: maxSeconds })).rejects.toMatchObject({
      type: 'validation_error',
      message: expect.stringMatching(message),
    });
    expect(project.asked).toEqual([]);
    await close();
  });

  it('does not accept a cap below the money it has spent', async () => {
    const project = recordedProject();
    const opened = await project.open({ one: dear('PostgreSQL'), two: dear('SQLite') });
    const { deliberation_id: id } = await opened.council.deliberate(requestIn(project, { max_cost_usd: 1 }));
    await expect(opened.council.resume({ deliberation_id: id, max_cost_usd: 0.5 })).rejects.toMatchObject({
      message: expect.stringMatching(/^max_cost_usd: 0.5 is not enough, it has used \$0\.6000 already; give more/),
    });
    await opened.close();
  });

  it('says so instead of asking a participant if it was killed with its time used up', async () => {
    const project = recordedProject();
    const id = await interruptedRun(project, {}, { max_seconds: 60 });
    project.sql('UPDATE runs SET active_ms = 60500');
    const { council, close } = await continuing(project);
    await expect(council.resume({ deliberation_id: id })).rejects.toMatchObject({
      message: expect.stringMatching(/^max_seconds: its cap of 60 is used up, it has used 60\.5 s already; give more/),
    });
    expect(project.asked).toEqual([]);
    await close();
  });
});

describe('the last one', () => {
  it('is the last that was interrupted, not the last that began', async () => {
    const project = recordedProject();
    const id = await interruptedRun(project);
    const { council, close } = await continuing(project);
    const later = await council.deliberate(requestIn(project, { mode: 'quick' }));
    expect(await council.resume({ deliberation_id: 'last' })).toMatchObject({
      deliberation_id: id,
      status: 'complete',
    });
    project.asked.length = 0;
    // Now that none is left to be continued it is the last there is.
    expect(await council.resume({ deliberation_id: 'last' })).toEqual(later);
    expect(project.asked).toEqual([]);
    await close();
  });

  it('is the one that a cap ended, if that cap is raised', async () => {
    const { project, id } = await cappedRun();
    const { council, close } = await continuing(project);
    const raised = { deliberation_id: 'last', max_seconds: 600 };
    expect(await council.resume(raised)).toMatchObject({ deliberation_id: id, status: 'complete' });
    await close();
  });
});

describe('a deliberation in which no participant could answer', () => {
  const unreachable = () =>
    failed({ kind: 'unreachable', address: '127.0.0.1:1', detail: 'refused', remedy: 'connect the network' });

  it('is finished: there is nothing to keep, and its result is returned without a call', async () => {
    const project = recordedProject();
    const opened = await project.open({
      one: unreachable,
      two: () => failed({ kind: 'not_installed', command: 'two', remedy: 'install it' }),
    });
    const first = await opened.council.deliberate(requestIn(project));
    expect(first.status).toBe('failed');
    await opened.close();
    project.asked.length = 0;
    const again = await continuing(project);
    const notices: string[] = [];
    const second = await again.council.resume(
      { deliberation_id: first.deliberation_id },
      { onProgress: (event) => event.kind === 'already_finished' && notices.push(event.notice) },
    );
    expect(second).toEqual(first);
    expect(project.asked).toEqual([]);
    expect(notices).toEqual([expect.stringContaining('Ask the question again')]);
    expect((await again.runs.replay('last')).differences).toEqual([]);
    await again.close();
  });
});

describe('a summary that was being written when it was cancelled', () => {
  it('leaves the deliberation interrupted, and is written when it is continued', async () => {
    const project = recordedProject();
    const controller = new AbortController();
    const minutes = JSON.stringify({
      consensus: 'Split.',
      key_agreements: [],
      key_disagreements: [],
      final_recommendation: 'PostgreSQL',
    });
    const isSummary = ({ prompt }: { readonly prompt: string }) => prompt.includes('you write its summary');
    const settings = { summary: 'auto' } as const;
    const first = await project.open(
      {
        one: (request, call) => {
          if (!isSummary(request)) return steady('PostgreSQL')(request, call);
          queueMicrotask(() => controller.abort());
          return untilAborted(request);
        },
        two: steady('SQLite'),
      },
      settings,
    );
    const ends: ProgressEvent[] = [];
    const result = await first.council.deliberate(requestIn(project), {
      signal: controller.signal,
      onProgress: (event) => event.kind === 'finished' && ends.push(event),
    });
    const id = result.deliberation_id;
    expect(ends).toEqual([{ kind: 'finished', status: 'complete', interrupted: true }]);
    expect(result.integrity.warnings).toContainEqual(expect.stringContaining(`witan deliberate --resume ${id}`));
    expect(await first.store.list()).toMatchObject([{ id, status: 'interrupted' }]);
    await first.close();
    project.asked.length = 0;
    const written: Script = (request, call) => (isSummary(request) ? minutes : steady('PostgreSQL')(request, call));
    const second = await project.open({ one: written, two: steady('SQLite') }, settings);
    expect(await second.council.resume({ deliberation_id: id })).toMatchObject({ summary: { written_by: 'm@one' } });
    expect(project.asked).toEqual(['one']);
    expect((await second.runs.replay('last')).differences).toEqual([]);
    await second.close();
  });
});

describe('a request that is repeated to continue', () => {
  it.each([
    ['another stance', { participants: [{ cli: 'one', stance: 'against' as const }, { cli: 'two' }] }, 'participants'],
    ['another effort', { participants: [{ cli: 'one', reasoning_effort: 'low' }, { cli: 'two' }] }, 'participants'],
    ['another order of asking', { cheapest_first: true }, 'cheapest_first'],
  ])('is another deliberation with %s', async (_what, given, field) => {
    const project = recordedProject();
    const participants = [{ cli: 'one', stance: 'for' as const, reasoning_effort: 'high' }, { cli: 'two' }];
    const id = await interruptedRun(project, {}, { participants });
    const { council, close } = await continuing(project);
    await expect(council.resume({ deliberation_id: id, ...given })).rejects.toMatchObject({
      message: expect.stringMatching(new RegExp(`^${field}: differs .*without --resume or deliberation_id`)),
    });
    const same = { deliberation_id: id, participants, cheapest_first: false };
    expect(await council.resume(same)).toMatchObject({ status: 'complete' });
    await close();
  });

  it('may name any number of rounds where the configured mode had only one', async () => {
    const project = recordedProject();
    const controller = new AbortController();
    const opened = await project.open(
      {
        one: steady('PostgreSQL'),
        two: (request) => {
          queueMicrotask(() => controller.abort());
          return untilAborted(request);
        },
      },
      { defaultMode: 'quick' },
    );
    const asked = requestIn(project, { rounds: 3 });
    const { deliberation_id: id } = await opened.council.deliberate(asked, { signal: controller.signal });
    await opened.close();
    const { council, close } = await continuing(project, { defaultMode: 'quick' });
    expect(await council.resume({ ...asked, deliberation_id: id })).toMatchObject({ status: 'complete' });
    await close();
  });
});

describe('looking for something to continue', () => {
  it('creates no database if there is none', async () => {
    const project = recordedProject();
    const council = createCouncil({
      directory: { names: () => [], models: () => [], adapter: async () => undefined },
      settings: SETTINGS,
      similarity: createJaccardSimilarity(),
      clock: systemClock,
      logger: silentLogger,
      redactor: { redact: async (text) => text, redactNow: (text) => text },
      isInsideCouncil: false,
      runs: {
        exists: async () => existsSync(project.runsFile),
        open: () => Promise.reject(new Error('it was opened')),
      },
    });
    await expect(council.resume({ deliberation_id: 'last' })).rejects.toMatchObject({
      type: 'not_found',
      message: expect.stringMatching(/^no deliberation is recorded in this project.*ask a question to begin one/),
    });
  });
});
