import { describe, expect, it } from 'vitest';
import { requestIn, roundOf } from '../../../support/interrupted-run.js';
import { type RecordedProject, recordedProject } from '../../../support/recorded-council.js';
import { type Script, untilAborted, vote } from '../../../support/scripted-council.js';

const steady =
  (option: string, confidence = 0.7): Script =>
  (request) =>
    vote(option, { confidence, rationale: `${option} in round ${roundOf(request)}` });

/** Two to one: the first is asked in three rounds, the second in two, the third in one. */
const PANEL = { one: steady('PostgreSQL', 0.5), two: steady('PostgreSQL', 0.9), three: steady('SQLite', 0.7) };
const AS_ASKED = ['one', 'two', 'three', 'one', 'two', 'one'];
const request = (project: RecordedProject) =>
  requestIn(project, { participants: Object.keys(PANEL).map((cli) => ({ cli })), rounds: 4, challenge: true });

/** Cancelled while the second participant thinks about the first challenge. */
async function interrupted(project: RecordedProject): Promise<string> {
  const controller = new AbortController();
  const opened = await project.open({
    ...PANEL,
    two: (asked, call) => {
      if (roundOf(asked) === 1) return PANEL.two(asked, call);
      queueMicrotask(() => controller.abort());
      return untilAborted(asked);
    },
  });
  const result = await opened.council.deliberate(request(project), { signal: controller.signal });
  await opened.close();
  expect(result).toMatchObject({ status: 'partial', rounds_completed: 2 });
  project.asked.length = 0;
  return result.deliberation_id;
}

describe('a recorded debate that challenges its lead', () => {
  it('is continued as a challenge even if the request does not say so, and asks no participant twice', async () => {
    const whole = recordedProject();
    const uninterrupted = await whole.open(PANEL);
    const expected = await uninterrupted.council.deliberate(request(whole));
    expect(whole.asked).toEqual(AS_ASKED);
    await uninterrupted.close();

    const project = recordedProject();
    const id = await interrupted(project);
    const opened = await project.open(PANEL);
    const result = await opened.council.resume({ deliberation_id: id });
    // The answer that was running, and what had not been asked yet.
    expect(project.asked).toEqual(['two', 'one']);
    expect(result.integrity.challenge).toEqual(expected.integrity.challenge);
    expect(result.voting_result?.final_tally).toEqual(expected.voting_result?.final_tally);
    expect(result).toMatchObject({ status: 'complete', rounds_completed: 3 });
    expect(await opened.runs.replay(id)).toMatchObject({ identical: true, differences: [] });
    await opened.close();
  });

  it('is replayed identically, and asks no participant', async () => {
    const project = recordedProject();
    const opened = await project.open(PANEL);
    const { deliberation_id: id } = await opened.council.deliberate(request(project));
    expect(await opened.runs.replay(id)).toMatchObject({ identical: true, differences: [] });
    expect(project.asked).toEqual(AS_ASKED);
    await opened.close();
  });

  it('stays a challenge, whatever is configured when it is continued', async () => {
    const project = recordedProject();
    const id = await interrupted(project);
    const opened = await project.open(PANEL, { challenge: false });
    await expect(opened.council.resume({ deliberation_id: id, challenge: false })).rejects.toThrow(
      'challenge: differs from that of the deliberation to be continued',
    );
    expect((await opened.council.resume({ deliberation_id: id })).integrity.challenge?.rounds).toHaveLength(2);
    await opened.close();
  });

  it('asks all participants if an old record does not mention a challenge', async () => {
    const project = recordedProject();
    const id = await interrupted(project);
    project.sql(`UPDATE runs SET request = json_remove(request, '$.challenge')`);
    const opened = await project.open(PANEL, { challenge: true });
    const result = await opened.council.resume({ deliberation_id: id });
    expect(result.integrity).not.toHaveProperty('challenge');
    expect(project.asked).toContain('three');
    await opened.close();
  });

  it('is the default of a request if that is configured', async () => {
    const project = recordedProject();
    const opened = await project.open(PANEL, { challenge: true });
    const { challenge: _, ...silent } = request(project);
    expect((await opened.council.deliberate(silent)).integrity.challenge?.standing).toEqual(['m@two', 'm@three']);
    expect((await opened.council.deliberate({ ...silent, challenge: false })).integrity).not.toHaveProperty(
      'challenge',
    );
    await opened.close();
  });
});
