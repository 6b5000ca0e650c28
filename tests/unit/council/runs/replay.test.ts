import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CouncilSettings } from '../../../../src/council/index.js';
import { toolRequest } from '../../../support/evidence-council.js';
import { type RecordedProject, recordedProject } from '../../../support/recorded-council.js';
import { failed, type Script, SETTINGS, vote } from '../../../support/scripted-council.js';

const MINUTES = JSON.stringify({
  consensus: 'The panel is for one writer.',
  key_agreements: ['the file says so'],
  key_disagreements: [],
  final_recommendation: 'one writer',
});

/** Asks for a file, and finishes its answer with it; also writes the minutes. */
const reader: Script = ({ prompt }) => {
  if (prompt.includes('you write its summary')) return MINUTES;
  if (prompt.includes('## Results of your requests')) return `src/queue.ts:2 says so.\n${vote('one writer')}`;
  return `${toolRequest('read_file', { path: 'src/queue.ts' })}\n${vote('one writer', { confidence: 0.3 })}`;
};

/** Asks for the same file, forgets its vote, and is asked again for it. */
const forgetful: Script = ({ prompt }) => {
  if (prompt.includes('Your vote could not be read')) return vote('several writers');
  return `I would look at it too.\n${toolRequest('read_file', { path: 'src/queue.ts' })}`;
};

const broken: Script = (_request, call) =>
  call === 1 ? vote('one writer') : failed({ kind: 'server_error', status: 500, detail: 'overloaded' });

const SETTINGS_USED: Partial<CouncilSettings> = {
  evidence: { ...SETTINGS.evidence, enabled: true },
  fileTree: { enabled: true, maxDepth: 2, maxFiles: 20 },
  summary: 'auto',
};

async function recorded(project: RecordedProject) {
  const opened = await project.open({ reader, forgetful, broken }, SETTINGS_USED);
  const result = await opened.council.deliberate({
    question: 'Should the queue have one writer or several?',
    participants: ['reader', 'forgetful', 'broken'].map((cli) => ({ cli })),
    rounds: 2,
    working_directory: project.folder,
  });
  project.asked.length = 0;
  return { ...opened, runs: opened.runs, result };
}

describe('a replay', () => {
  it('is identical for evidence, a forgotten vote, a failure and a written summary, and asks no participant', async () => {
    const project = recordedProject();
    const { runs, result, close } = await recorded(project);
    expect(result).toMatchObject({ status: 'partial', summary: { written_by: 'm@reader' } });
    expect(result.tool_executions.records[0]?.also_asked_by).toHaveLength(1);
    const transcript = result.transcript_path ?? '';
    const before = [readdirSync(project.folder), statSync(transcript).mtimeMs];
    const replay = await runs.replay('last');
    expect(replay.differences).toEqual([]);
    expect(replay.prompts).toMatchObject({ changed: [], not_recorded: [], not_asked: [] });
    expect(replay).toMatchObject({ identical: true, transcript: 'same' });
    expect(JSON.stringify(replay.result)).toBe(JSON.stringify(result));
    expect(replay.prompts.same).toBeGreaterThanOrEqual(9);
    expect(project.asked).toEqual([]);
    expect([readdirSync(project.folder), statSync(transcript).mtimeMs]).toEqual(before);
    await close();
  });

  it('needs neither the project nor the transcript that it was about', async () => {
    const project = recordedProject();
    const { runs, result, close } = await recorded(project);
    for (const gone of ['src', 'README.md', 'transcripts'])
      rmSync(path.join(project.folder, gone), { recursive: true });
    expect(await runs.replay('last')).toMatchObject({ identical: true, transcript: 'missing', differences: [] });
    expect(existsSync(result.transcript_path ?? '')).toBe(false);
    await close();
  });

  it('shows a prompt that is worded differently now, with the lines that differ', async () => {
    const project = recordedProject();
    const { runs, close } = await recorded(project);
    const folders = `phase = 'turn' AND round = 1 AND participant = 'm@broken'`;
    project.sql(
      `UPDATE calls SET prompt_hash = 'old', prompt = 'As it was before.' || char(10) || prompt WHERE ${folders}`,
    );
    const replay = await runs.replay('last');
    expect(replay.identical).toBe(false);
    expect(replay.prompts.changed).toMatchObject([
      { round: 1, participant: 'm@broken', difference: { line: 1, recorded: ['As it was before.'] } },
    ]);
    // The answers are what they were, and so is what they come to.
    expect(replay.differences).toEqual([]);
    await close();
  });

  it('shows how the decision changes, and which calls are new or gone', async () => {
    const project = recordedProject();
    const { runs, close } = await recorded(project);
    project.sql(
      `UPDATE calls SET answer = replace(answer, 'one writer', 'several writers') WHERE participant = 'm@reader'`,
    );
    project.sql(`DELETE FROM calls WHERE round = 2 AND participant = 'm@forgetful' AND call = 1`);
    const replay = await runs.replay('last');
    expect(replay.differences).toContainEqual({
      path: 'voting_result.winning_option',
      recorded: expect.anything(),
      replayed: 'several writers',
    });
    expect(replay.prompts.not_recorded).toContainEqual({
      phase: 'turn',
      round: 2,
      participant: 'm@forgetful',
      call: 1,
    });
    expect(replay.prompts.not_asked).toContainEqual({ phase: 'turn', round: 2, participant: 'm@forgetful', call: 2 });
    await close();
  });

  it('does not expect a call that an interruption ended and that was not made again', async () => {
    const project = recordedProject();
    const { runs, close } = await recorded(project);
    for (const state of ['asked', 'interrupted', 'late'])
      project.sql(
        `INSERT INTO calls (run, phase, round, participant, call, attempt, prompt_hash, prompt, state, asked_at)
         SELECT id, 'turn', 3, 'm@${state}', 1, 1, 'h', 'the prompt', '${state}', started_at FROM runs`,
      );
    expect(await runs.replay('last')).toMatchObject({ identical: true, prompts: { not_asked: [] } });
    await close();
  });

  it('says how to get a result if the deliberation has none', async () => {
    const project = recordedProject();
    const { runs, result, close } = await recorded(project);
    project.sql(`UPDATE runs SET result = NULL, status = 'interrupted'`);
    await expect(runs.replay('last')).rejects.toMatchObject({
      type: 'conflict',
      message: expect.stringContaining(`witan deliberate --resume ${result.deliberation_id}`),
    });
    await close();
  });
});
