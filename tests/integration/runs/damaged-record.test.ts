import { describe, expect, it } from 'vitest';
import { continuing, interruptedRun } from '../../support/interrupted-run.js';
import { type RecordedProject, recordedProject } from '../../support/recorded-council.js';

const set = (project: RecordedProject, assignment: string) => project.sql(`UPDATE runs SET ${assignment}`);

describe('a record that was changed by hand', () => {
  it.each([
    ['a seat that is none', `seats = json_set(seats, '$[0]', json('null'))`, 'seats.0 is not what it should be'],
    ['a seat without its model', `seats = json_remove(seats, '$[1].model')`, 'seats.1.model is missing'],
    ['two seats of one name', `seats = json_set(seats, '$[1].participant', 'm@one')`, 'seats is not'],
    ['a kind of adapter that is none', `seats = json_set(seats, '$[0].kind', 'oracle')`, 'seats.0.kind is not'],
    ['half a price', `seats = json_set(seats, '$[0].price', json('{"inputPerMillion":"1"}'))`, 'seats.0.price'],
    ['no seats', `seats = '{}'`, 'seats is not'],
    ['no request', `request = 'null'`, 'request is not'],
    ['a context that is none', `request = json_set(request, '$.context', 5)`, 'request.context is not'],
    ['no end of rounds', `request = json_set(request, '$.rounds', 1e9)`, 'request.rounds is not'],
    ['another mode', `request = json_set(request, '$.mode', 'party')`, 'request.mode is not'],
    ['a cap below nothing', `request = json_set(request, '$.maxSeconds', -1)`, 'request.maxSeconds is not'],
    ['a setting of another kind', `settings = json_set(settings, '$.quorum', 'all')`, 'settings.quorum is not'],
    [
      'a pattern that is none',
      `settings = json_set(settings, '$.evidence.deny', json('[1]'))`,
      'settings.evidence.deny.0',
    ],
  ])('is refused in one line with %s, and no participant is asked', async (_what, change, problem) => {
    const project = recordedProject();
    const id = await interruptedRun(project);
    set(project, change);
    const opened = await continuing(project);
    const refusal = { type: 'conflict', message: expect.stringContaining(problem) };
    for (const use of [() => opened.council.resume({ deliberation_id: id }), () => opened.runs.replay(id)]) {
      await expect(use()).rejects.toMatchObject(refusal);
      await expect(use()).rejects.toThrow(`witan deliberations delete ${id}`);
    }
    expect(project.asked).toEqual([]);
    await opened.close();
  });
});
