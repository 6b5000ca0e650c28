import { describe, expect, it } from 'vitest';
import type { ProgressEvent } from '../../../../src/council/index.js';
import { QUESTION, requestIn, steady } from '../../../support/interrupted-run.js';
import { recordedProject } from '../../../support/recorded-council.js';
import { untilAborted } from '../../../support/scripted-council.js';

/** One participant answers at once, the other when it is let go, or is ended. */
async function heldRun() {
  const project = recordedProject();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const opened = await project.open({
    one: steady('PostgreSQL'),
    two: async (request, call) => {
      const first = await Promise.race([held, untilAborted(request)]);
      return first ?? steady('SQLite')(request, call);
    },
  });
  const caller = new AbortController();
  let id = '';
  const running = opened.council.deliberate(requestIn(project), {
    signal: caller.signal,
    onProgress: (event) => {
      if (event.kind === 'started') id = event.deliberation_id;
    },
  });
  await expect.poll(() => project.asked).toHaveLength(2);
  return { project, ...opened, running, caller, release, id };
}

describe('a caller that resumes a deliberation which its own process still runs', () => {
  it('joins it, gets the events so far, and gets its result', async () => {
    const { project, council, running, release, id, close } = await heldRun();
    const heard: ProgressEvent[] = [];
    const joined = council.resume(
      { deliberation_id: id, question: QUESTION },
      { onProgress: (event) => heard.push(event) },
    );
    await expect.poll(() => heard.map(({ kind }) => kind)).toContain('answered');
    expect(heard[0]).toMatchObject({ kind: 'started', deliberation_id: id, recorded: true });
    release();
    const [first, second] = await Promise.all([running, joined]);
    expect(second).toEqual(first);
    expect(first).toMatchObject({ status: 'complete', rounds_completed: 2 });
    expect(project.asked).toHaveLength(4);
    expect(heard.at(-1)).toMatchObject({ kind: 'finished', interrupted: false });
    await close();
  });

  it('waits for its end right after cancelling, and continues it', async () => {
    const { project, council, running, caller, release, id, close } = await heldRun();
    caller.abort();
    const resumed = council.resume({ deliberation_id: id });
    release();
    expect(await running).toMatchObject({ status: 'partial' });
    expect(await resumed).toMatchObject({ status: 'complete', deliberation_id: id, rounds_completed: 2 });
    expect(project.asked.filter((name) => name === 'one')).toHaveLength(2);
    await close();
  });

  it('keeps it running when the first caller leaves, and may end it', async () => {
    const { council, store, running, caller, id, close } = await heldRun();
    const second = new AbortController();
    let hasJoined = false;
    const joined = council.resume(
      { deliberation_id: id },
      {
        signal: second.signal,
        onProgress: () => {
          hasJoined = true;
        },
      },
    );
    await expect.poll(() => hasJoined).toBe(true);
    caller.abort();
    expect(await store.list()).toMatchObject([{ id, status: 'running' }]);
    second.abort();
    expect(await joined).toMatchObject({ status: 'partial', deliberation_id: id });
    expect(await running).toMatchObject({ status: 'partial' });
    expect(await store.list()).toMatchObject([{ id, status: 'interrupted' }]);
    await close();
  });

  it('cannot ask another question, nor change its caps', async () => {
    const { council, running, release, id, close } = await heldRun();
    await expect(
      council.resume({ deliberation_id: id, question: 'Is this quite another question?' }),
    ).rejects.toMatchObject({ type: 'validation_error', message: expect.stringMatching(/^question: differs/) });
    await expect(council.resume({ deliberation_id: id, max_seconds: 600 })).rejects.toMatchObject({
      type: 'conflict',
      message: expect.stringMatching(/^max_seconds: .* is running/),
    });
    release();
    expect(await running).toMatchObject({ status: 'complete' });
    await close();
  });

  it('continues it once if it asks twice at the same time', async () => {
    const { project, council, running, caller, release, id, close } = await heldRun();
    caller.abort();
    await running;
    project.asked.length = 0;
    release();
    const both = await Promise.all([council.resume({ deliberation_id: id }), council.resume({ deliberation_id: id })]);
    expect(both[0]).toEqual(both[1]);
    expect(both[0]).toMatchObject({ status: 'complete' });
    expect(project.asked).toEqual(['two', 'one', 'two']);
    await close();
  });
});
