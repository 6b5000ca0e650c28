import { describe, expect, it } from 'vitest';
import type { InjectionLine } from '../../../../src/guidance/injection/injection.js';
import { noteFailedCall, noteTurn, recordInjection } from '../../../../src/guidance/injection/logs.js';
import { isCorrection } from '../../../../src/guidance/lessons/detect-lessons.js';
import { measureEffect } from '../../../../src/guidance/operations/effect.js';
import { project } from '../fixture.js';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute));

function injected(sessionId: string, kind: InjectionLine['kind'], changes: Partial<InjectionLine> = {}): InjectionLine {
  return {
    kind,
    item: 'a',
    session: sessionId,
    tool_use_id: 'call',
    tool: 'Write',
    score: 1,
    parts: { tool: 1, file: 1, action: 0, context: 0 },
    matched: [],
    eligible: true,
    time: at(10).toISOString(),
    ...changes,
  };
}

describe('the effect of showing', () => {
  it('is what followed within five turns, in the same session', () => {
    const { dataFolder } = project();
    const say = (sessionId: string, prompt: string, minute: number) =>
      noteTurn(dataFolder, { sessionId, correction: isCorrection({ role: 'user', text: prompt }), now: at(minute) });
    recordInjection(dataFolder, [injected('good', 'shown'), injected('bad', 'held_out'), injected('late', 'shown')]);
    say('good', 'You forgot the changelog, every change needs an entry.', 5);
    say('good', 'thanks', 11);
    say('bad', 'You forgot the changelog, every change needs an entry.', 12);
    noteFailedCall(dataFolder, { sessionId: 'bad', toolUseId: 'x', toolName: 'Bash', now: at(13) });
    for (let minute = 11; minute < 16; minute++) say('late', 'go on', minute);
    say('late', 'You forgot the changelog, every change needs an entry.', 17);
    const report = measureEffect(dataFolder);
    expect(report.shown).toMatchObject({ occasions: 2, corrections: 0, failedCalls: 0, troubled: 0, rate: 0 });
    expect(report.heldOut).toMatchObject({ occasions: 1, corrections: 1, failedCalls: 1, troubled: 1, rate: 1 });
    expect(report.shown.interval?.map((bound) => Math.round(bound * 100))).toEqual([0, 66]);
    expect(report.byItem).toMatchObject([{ item: 'a', shown: { occasions: 2 }, heldOut: { occasions: 1 } }]);
  });

  it('is not judged by too few occasions', () => {
    const { dataFolder } = project();
    expect(measureEffect(dataFolder)).toMatchObject({ isEnough: false, shown: { occasions: 0, rate: undefined } });
    recordInjection(dataFolder, [injected('s', 'shown')]);
    expect(measureEffect(dataFolder).verdict).toBe(
      'Too few occasions to say: 1 shown and 0 left out; 30 of each are needed.',
    );
  });

  it('does not count what was never to be withheld, and what only paused or was missed', () => {
    const { dataFolder } = project();
    const lines = [
      injected('s', 'shown', { eligible: false }),
      injected('s', 'paused'),
      injected('s', 'missed_critical'),
    ];
    recordInjection(dataFolder, lines);
    expect(measureEffect(dataFolder).shown.occasions).toBe(0);
  });

  it('counts one occasion of a hook that fired twice for a call', () => {
    const { dataFolder } = project();
    recordInjection(dataFolder, [
      injected('s', 'shown'),
      injected('s', 'shown'),
      injected('s', 'shown', { item: 'b' }),
    ]);
    expect(measureEffect(dataFolder)).toMatchObject({
      shown: { occasions: 2 },
      byItem: [{ item: 'a' }, { item: 'b' }],
    });
  });

  // Quadratic, it took minutes.
  it('is measured for a single session with tens of thousands of lines', { timeout: 20_000 }, () => {
    const scratch = project();
    const time = (second: number) => new Date(Date.UTC(2026, 10, 20) + second * 1_000).toISOString();
    const many = Array.from({ length: 12_000 }, (_, at) => at);
    const lines = (values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
    const shown = many.map((at) => injected('s', 'shown', { item: `i${at}`, tool_use_id: `c${at}`, time: time(at) }));
    const turns = many.map((at) => ({ event: 'turn', session: 's', correction: at % 10 === 0, time: time(at) }));
    scratch.write(`${scratch.dataFolder}/injections.jsonl`, lines(shown));
    scratch.write(`${scratch.dataFolder}/guidance-outcomes.jsonl`, lines(turns));
    const report = measureEffect(scratch.dataFolder);
    expect(report.shown).toMatchObject({ occasions: 12_000, troubled: 6_000 - 5 });
    expect(report.byItem).toHaveLength(12_000);
  });

  it('is said in one sentence, with its margin', () => {
    const { dataFolder } = project();
    for (let session = 0; session < 40; session++) {
      recordInjection(dataFolder, [injected(`shown-${session}`, 'shown'), injected(`held-${session}`, 'held_out')]);
      noteFailedCall(dataFolder, { sessionId: `held-${session}`, toolUseId: 'x', toolName: 'Bash', now: at(13) });
    }
    expect(measureEffect(dataFolder)).toMatchObject({
      isEnough: true,
      verdict:
        'A correction or a failed call within five turns: 0 % with the item, 100 % without; the items help (± 0 %).',
    });
  });
});
