import { describe, expect, it } from 'vitest';
import type { CouncilSettings, DeliberationResult } from '../../../../src/council/index.js';
import { settingsToContinue } from '../../../../src/council/runs/setup.js';
import { PROJECT, toolRequest } from '../../../support/evidence-council.js';
import { continuing, interruptedRun, requestIn, roundOf, steady } from '../../../support/interrupted-run.js';
import { type RecordedProject, recordedProject } from '../../../support/recorded-council.js';
import { type Script, SETTINGS, untilAborted, vote } from '../../../support/scripted-council.js';

const LOOKING: Partial<CouncilSettings> = { evidence: { ...SETTINGS.evidence, enabled: true } };
const withEvidence = (more: Partial<CouncilSettings['evidence']>): Partial<CouncilSettings> => ({
  evidence: { ...SETTINGS.evidence, enabled: true, ...more },
});

const LOOKS = [
  toolRequest('read_file', { path: 'src/queue.ts' }),
  toolRequest('search_code', { pattern: 'queue' }),
  toolRequest('list_files', { pattern: '**/*' }),
  toolRequest('run_command', { command: 'cat', args: ['src/queue.ts'] }),
  toolRequest('get_file_tree', {}),
];

/** Looks at everything in every round, and writes down what it was shown. */
const curious =
  (seen: string[]): Script =>
  ({ prompt }) => {
    seen.push(prompt);
    if (prompt.includes('## Results of your requests')) return vote('PostgreSQL');
    return `${LOOKS.join('\n')}\n${vote('PostgreSQL')}`;
  };

/** Cancelled in round 2, before any participant looked at anything in that round. */
async function interruptedLook(project: RecordedProject, settings = LOOKING): Promise<string> {
  const controller = new AbortController();
  const look = curious([]);
  const opened = await project.open(
    {
      one: (request, call) => {
        if (roundOf(request) !== 2) return look(request, call);
        queueMicrotask(() => controller.abort());
        return untilAborted(request);
      },
      two: steady('SQLite'),
    },
    settings,
  );
  const result = await opened.council.deliberate(requestIn(project), { signal: controller.signal });
  expect(result.tool_executions.records.length).toBeGreaterThan(0);
  await opened.close();
  return result.deliberation_id;
}

describe('a deliberation that is continued after the configuration changed', () => {
  it('looks at nothing more if evidence was switched off, and keeps what it had found', async () => {
    const project = recordedProject();
    const id = await interruptedLook(project);
    const seen: string[] = [];
    const opened = await project.open({ one: curious(seen), two: steady('SQLite') }, withEvidence({ enabled: false }));
    const result = await opened.council.resume({ deliberation_id: id });
    expect(result).toMatchObject({ status: 'complete', rounds_completed: 2 });
    const { records } = result.tool_executions;
    expect(records.filter(({ round, success }) => round === 1 && success).length).toBeGreaterThan(0);
    const later = records.filter(({ round }) => round === 2);
    expect(later.filter(({ success }) => success)).toEqual([]);
    const answer = seen.find((prompt) => prompt.includes('## Results of your requests')) ?? '';
    const results = answer.slice(answer.indexOf('## Results of your requests'));
    expect(results).toContain('switched off since this deliberation began');
    for (const name of Object.keys(PROJECT)) expect(results).not.toContain(`${name}\n`);
    const replay = await opened.runs.replay(id);
    expect([replay.differences, replay.prompts.changed, replay.prompts.not_recorded]).toEqual([[], [], []]);
    await opened.close();
  });

  it('does not look because that was allowed since', async () => {
    const project = recordedProject();
    const id = await interruptedRun(project);
    const seen: string[] = [];
    const opened = await project.open({ one: steady('PostgreSQL'), two: curious(seen) }, LOOKING);
    const result = await opened.council.resume({ deliberation_id: id });
    expect([result.status, result.tool_executions.records]).toEqual(['complete', []]);
    await opened.close();
  });

  it('keeps to the smaller of two limits', async () => {
    const project = recordedProject();
    const id = await interruptedLook(project);
    const fewer = withEvidence({ maxRequestsPerAnswer: 1, deny: ['src/**'] });
    const opened = await project.open({ one: curious([]), two: steady('SQLite') }, fewer);
    const result = await opened.council.resume({ deliberation_id: id });
    expect(result.tool_executions.records.filter(({ round }) => round === 2)).toMatchObject([
      { tool: 'read_file', success: false },
    ]);
    await opened.close();
  });
});

describe('a deliberation that is continued with smaller limits than it began with', () => {
  /** Nothing but the last round ends it. */
  const lasting = (more: Partial<CouncilSettings['evidence']>): Partial<CouncilSettings> => ({
    ...withEvidence(more),
    convergence: { ...SETTINGS.convergence, enabled: false },
    earlyStopping: { ...SETTINGS.earlyStopping, enabled: false },
  });

  /** Asks for five things in every round, each time others. */
  const searching =
    (seen: string[]): Script =>
    (request) => {
      seen.push(request.prompt);
      if (request.prompt.includes('## Results of your requests')) return vote('PostgreSQL');
      const patterns = ['queue', 'writer', 'jobs', 'export', 'one'].map((word) => `${word}|${roundOf(request)}`);
      return `${patterns.map((pattern) => toolRequest('search_code', { pattern })).join('\n')}\n${vote('PostgreSQL')}`;
    };

  const CALLS = { rounds: 3, participants: [{ cli: 'one' }, { cli: 'two' }] };
  const FEWER = lasting({ maxRequestsPerAnswer: 1, contextRounds: 0, outputMaxChars: 300 });

  /** Both look at everything in every round and disagree; cancelled when round `last` is asked of either, or of `one`. */
  async function lookedUntil(project: RecordedProject, last: number, who: readonly string[]): Promise<string> {
    const controller = new AbortController();
    const until =
      (name: string, look: Script): Script =>
      (request, call) => {
        // A prompt with results names no round.
        if (!(roundOf(request) >= last) || !who.includes(name)) return look(request, call);
        queueMicrotask(() => controller.abort());
        return untilAborted(request);
      };
    const opened = await project.open(
      { one: until('one', searching([])), two: until('two', steady('SQLite')) },
      LOOKING,
    );
    const { deliberation_id: id } = await opened.council.deliberate(requestIn(project, CALLS), {
      signal: controller.signal,
    });
    await opened.close();
    return id;
  }

  const looksIn = (result: DeliberationResult) => Object.values(result.tool_executions.by_round);
  const reworded = (warning: string) => warning.includes('worded differently');

  it('keeps the limits of finished rounds and uses the smaller ones from the next round on', async () => {
    const project = recordedProject();
    const id = await lookedUntil(project, 3, ['one', 'two']);
    const seen: string[] = [];
    const opened = await project.open({ one: searching(seen), two: steady('SQLite') }, FEWER);
    const result = await opened.council.resume({ deliberation_id: id });
    expect(result.integrity.warnings.filter(reworded)).toEqual([]);
    expect(looksIn(result).slice(0, 2)).toEqual([5, 5]);
    expect(Math.max(...looksIn(result).slice(2))).toBe(1);
    expect(seen[0]).toContain('What to do in round 3');
    for (const prompt of seen) expect(prompt).not.toContain('asked in round');
    const replay = await opened.runs.replay(id);
    expect([replay.identical, replay.differences, replay.prompts.changed]).toEqual([true, [], []]);
    await opened.close();
  });

  it('continues an unfinished round with the smaller limits, and warns of prompts that changed', async () => {
    const project = recordedProject();
    const id = await lookedUntil(project, 3, ['one']);
    const opened = await project.open({ one: searching([]), two: steady('SQLite') }, FEWER);
    const result = await opened.council.resume({ deliberation_id: id });
    expect(result.integrity.warnings.filter(reworded)).toHaveLength(1);
    expect(looksIn(result).slice(0, 3)).toEqual([5, 5, 1]);
    const replay = await opened.runs.replay(id);
    expect([replay.differences, replay.prompts.changed.length]).toEqual([[], 1]);
    await opened.close();
  });

  it('keeps the limits of each finished round over several continuations', async () => {
    const project = recordedProject();
    const id = await lookedUntil(project, 2, ['one', 'two']);
    const controller = new AbortController();
    const cancelled: Script = (request, call) => {
      if (roundOf(request) !== 3) return searching([])(request, call);
      queueMicrotask(() => controller.abort());
      return untilAborted(request);
    };
    const second = await project.open(
      { one: cancelled, two: steady('SQLite') },
      lasting({ maxRequestsPerAnswer: 3, contextRounds: 1 }),
    );
    await second.council.resume({ deliberation_id: id }, { signal: controller.signal });
    await second.close();
    const opened = await project.open({ one: searching([]), two: steady('SQLite') }, FEWER);
    const result = await opened.council.resume({ deliberation_id: id });
    expect(looksIn(result)).toEqual([5, 3, 1]);
    expect((await opened.runs.replay(id)).differences).toEqual([]);
    await opened.close();
  });

  it('is replayed without the limits of its rounds if an earlier version recorded it, and says what is missing', async () => {
    const project = recordedProject();
    const id = await lookedUntil(project, 3, ['one', 'two']);
    const opened = await project.open({ one: searching([]), two: steady('SQLite') }, FEWER);
    await opened.council.resume({ deliberation_id: id });
    expect(await opened.runs.replay(id)).toMatchObject({ identical: true, lacks: [] });
    const fewer = JSON.stringify({ evidence: FEWER.evidence, fileTree: SETTINGS.fileTree });
    for (const key of ['closing/settings', 'lasting/stage/1']) {
      project.sql(
        `DELETE FROM facts WHERE key LIKE 'limits/%' OR key = 'closing/settings';
         INSERT INTO facts SELECT id, '${key}', '${fewer}', 0 FROM runs`,
      );
      const replay = await opened.runs.replay(id);
      expect(replay.prompts.changed).not.toEqual([]);
      expect(replay.lacks).toEqual(['which limits applied to which answers when it was continued']);
    }
    await opened.close();
  });
});

describe('a deliberation that is continued with larger limits than it began with', () => {
  it('continues with the limits it began with, and changes no answer and no prompt', async () => {
    const project = recordedProject();
    const id = await interruptedLook(project, withEvidence({ maxRequestsPerAnswer: 2 }));
    const more = withEvidence({ maxRequestsPerAnswer: 5, outputMaxChars: 20_000, contextRounds: 9 });
    const opened = await project.open({ one: curious([]), two: steady('SQLite') }, more);
    const result = await opened.council.resume({ deliberation_id: id });
    expect(result.tool_executions.records.filter(({ round }) => round === 1)).toHaveLength(2);
    expect(result.tool_executions.records.filter(({ round }) => round === 2).length).toBeLessThanOrEqual(2);
    expect(result.integrity.warnings.filter((warning) => warning.includes('worded differently'))).toEqual([]);
    expect(await opened.runs.replay(id)).toMatchObject({ identical: true });
    await opened.close();
  });
});

describe('files that are hidden from participants', () => {
  it('are those that were forbidden when the run began and those that are forbidden now', async () => {
    const project = recordedProject();
    const id = await interruptedLook(project, withEvidence({ deny: ['src/**'] }));
    const looks = ['src/queue.ts', 'README.md'].map((path) => toolRequest('read_file', { path }));
    const asking: Script = ({ prompt }) =>
      prompt.includes('## Results of your requests')
        ? vote('PostgreSQL')
        : `${looks.join('\n')}\n${vote('PostgreSQL')}`;
    const opened = await project.open({ one: asking, two: steady('SQLite') }, withEvidence({ deny: ['README.md'] }));
    const result = await opened.council.resume({ deliberation_id: id });
    const second = result.tool_executions.records.filter(({ round }) => round === 2);
    expect(second.map(({ arguments: { path }, success }) => [path, success])).toEqual([
      ['src/queue.ts', false],
      ['README.md', false],
    ]);
    await opened.close();
  });

  it('are listed once, whichever setting forbids them, and no limit is wider than it was', () => {
    const began = { ...SETTINGS, evidence: { ...SETTINGS.evidence, deny: ['a', 'b'], maxFileBytes: 10, timeoutMs: 9 } };
    const now = { ...SETTINGS, evidence: { ...SETTINGS.evidence, deny: ['b', 'c'], maxFileBytes: 9, timeoutMs: 10 } };
    for (const [recorded, present] of [
      [began, now],
      [now, began],
    ] as const) {
      const { evidence } = settingsToContinue(recorded, present);
      expect([...evidence.deny].sort()).toEqual(['a', 'b', 'c']);
      expect(evidence).toMatchObject({ maxFileBytes: 9, timeoutMs: 9 });
    }
  });
});

describe('a record of a version that knew fewer settings', () => {
  const forget = (project: RecordedProject) =>
    project.sql(
      `UPDATE runs SET version = '0.0.1', request = json_remove(request, '$.cheapestFirst', '$.challenge'),
         seats = json_remove(seats, '$[0].stance', '$[0].family'),
         settings = json_remove(settings, '$.challenge', '$.convergence', '$.earlyStopping.respectMinRounds', '$.evidence', '$.fileTree')`,
    );
  // Before challenges existed all participants were asked, so nothing is missing.
  const LACKS = [
    ...['settings.convergence', 'settings.earlyStopping.respectMinRounds', 'settings.fileTree', 'settings.evidence'],
    ...['request.cheapestFirst', 'seats.0.stance', 'seats.0.family'],
  ];

  it('is replayed with what is configured now, and says what it lacks', async () => {
    const project = recordedProject();
    const opened = await continuing(project);
    await opened.council.deliberate(requestIn(project));
    forget(project);
    const replay = await opened.runs.replay('last');
    expect(replay).toMatchObject({ identical: true, recorded_with: '0.0.1', differences: [] });
    expect([...replay.lacks].sort()).toEqual([...LACKS].sort());
    await opened.close();
  });

  it('is continued, and says so first', async () => {
    const project = recordedProject();
    const id = await interruptedRun(project);
    forget(project);
    const { council, close } = await continuing(project);
    const notices: (string | null)[] = [];
    const result = await council.resume(
      { deliberation_id: id },
      { onProgress: (event) => event.kind === 'started' && notices.push(event.notice) },
    );
    expect(result.status).toBe('complete');
    expect(notices[0]).toContain('Recorded by version 0.0.1 without settings.convergence');
    expect(project.asked).toEqual(['two']);
    await close();
  });
});
