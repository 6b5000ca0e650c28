import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action } from '../../../../src/coaching/action-log/action.js';
import { detect } from '../../../../src/coaching/observer/detectors.js';
import { toTraceEvent } from '../../../../src/coaching/observer/trace.js';
import { SIGNALS, STAGES } from '../../../../src/coaching/vocabulary.js';
import { judgeTraces, readTrace, timeOf } from '../../../support/labeled-traces.js';

const EXPECTED = ['src/auth.ts'];
const signalsAt = (now: string, events: readonly string[], stage: (typeof STAGES)[number] = 'novice') =>
  detect(readTrace({ expected_files: EXPECTED, stage, events }), timeOf(now)).map(({ signal }) => signal);

describe('detectors of the observer', () => {
  it('are right in four of five findings and miss at most three of ten, on each part of the labeled traces', () => {
    for (const part of ['tuning', 'held-out', 'fresh']) {
      const { precision, recall } = judgeTraces(`coach-traces-${part}.json`);
      expect(precision, part).toBeGreaterThanOrEqual(0.8);
      expect(recall, part).toBeGreaterThanOrEqual(0.7);
    }
  });

  it('name what was seen', () => {
    const events = ['0:00 open src/other.ts', '0:10 type src/other.ts 100>300 until 2:10'];
    const trace = readTrace({ expected_files: EXPECTED, stage: 'novice', events });
    expect(detect(trace, timeOf('2:12'))).toEqual([
      {
        signal: 'wrong_file',
        confidence: expect.closeTo(0.767, 3),
        evidence: '120 s of typing in src/other.ts; the phase expects src/auth.ts',
      },
    ]);
  });

  it('wait longer with a competent developer in another file', () => {
    const events = ['0:00 open src/other.ts', '0:10 type src/other.ts 100>300 until 2:10'];
    expect(signalsAt('2:12', events, 'novice')).toEqual(['wrong_file']);
    expect(signalsAt('2:12', events, 'competent')).toEqual([]);
  });

  it('take a test of an expected file for a part of the phase', () => {
    for (const path of [
      'tests/auth.test.ts',
      'src/auth.spec.ts',
      'tests/auth.ts',
      'tests/test_auth.py',
      'a/auth_test.go',
    ]) {
      expect(signalsAt('4:12', [`0:10 type ${path} 100>300 until 4:10`]), path).toEqual([]);
    }
    expect(signalsAt('4:12', ['0:10 type web/auth.ts 100>300 until 4:10'])).toEqual(['wrong_file']);
  });

  it('prefer a phase that is done to a wrong file', () => {
    const done = ['0:00 type src/auth.ts 1>90 until 1:00', '1:01 save src/auth.ts', '1:05 test `npm test` pass'];
    expect(signalsAt('5:00', [...done, '1:10 type src/next.ts 1>90 until 4:58'])).toEqual(['phase_complete']);
  });

  it('forget what happened before the phase began', () => {
    const loop = ['0:00', '0:30', '1:00', '1:30', '2:00', '2:30', '3:00'].map(
      (time, index) => `${time} back src/auth.ts 100 =${index % 2 ? 'a' : 'b'}`,
    );
    expect(signalsAt('3:05', loop)).toEqual(['edit_loop']);
    expect(signalsAt('3:05', [...loop, '3:02 phase_started'])).toEqual([]);
  });

  it('take the path of an action from its data', () => {
    const action = { id: '1', sessionId: 's', createdAt: '2026-11-20T14:00:00.000Z' };
    const at = timeOf('0:00');
    expect(toTraceEvent({ ...action, actionType: 'file_open', data: { path: 'a' } } as Action)).toEqual({
      at,
      type: 'file_open',
      path: 'a',
    });
    expect(
      toTraceEvent({ ...action, actionType: 'tab_switch', data: { fromPath: 'a', toPath: 'b' } } as Action),
    ).toMatchObject({ path: 'b' });
    expect(toTraceEvent({ ...action, actionType: 'idle_end', data: {} } as Action)).toMatchObject({ path: undefined });
  });

  it('give only known signals with a confidence up to 0.95, each once', () => {
    const time = fc.integer({ min: 0, max: 600 }).map((seconds) => `${Math.floor(seconds / 60)}:${seconds % 60}`);
    const rest = fc.constantFrom(
      'open src/auth.ts',
      'save src/auth.ts',
      'back src/auth.ts 10 =a',
      'back src/auth.ts 90 =b',
      'back src/x.ts 90 =c',
      'test `t` fail',
      'test `t` pass',
      'phase_started',
    );
    const lines = fc.array(
      fc.tuple(time, rest).map((parts) => parts.join(' ')),
      { maxLength: 60 },
    );
    const sorted = lines.map((all) =>
      all.sort((a, b) => timeOf(a.split(' ')[0] ?? '') - timeOf(b.split(' ')[0] ?? '')),
    );
    fc.assert(
      fc.property(sorted, fc.constantFrom(...STAGES), (events, stage) => {
        const found = detect(readTrace({ expected_files: EXPECTED, stage, events }), timeOf('10:00'));
        expect(new Set(found.map(({ signal }) => signal)).size).toBe(found.length);
        for (const { signal, confidence } of found) {
          expect(SIGNALS).toContain(signal);
          expect(confidence).toBeGreaterThanOrEqual(0.7);
          expect(confidence).toBeLessThanOrEqual(0.95);
        }
      }),
    );
  });
});
