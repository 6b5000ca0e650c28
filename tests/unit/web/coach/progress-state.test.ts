import { describe, expect, it } from 'vitest';
import type { PageMessage, ToPage } from '../../../../src/http/websocket/protocol.js';
import {
  isWebAddress,
  NO_PROGRESS,
  type ProgressState,
  receiveProgress,
} from '../../../../src/web/coach/model/progress-state.js';
import { GAP, STATE } from '../../../support/progress-messages.js';

function progressAfter(
  ...messages: { [Type in keyof ToPage]: readonly [Type, ToPage[Type]] }[keyof ToPage][]
): ProgressState {
  return messages.reduce<ProgressState>(
    (progress, [type, payload]) => receiveProgress(progress, { type, payload, timestamp: 0 } as PageMessage, '7d'),
    NO_PROGRESS,
  );
}

describe('what the page knows of the progress', () => {
  it('has the sentence of an error instead, until issues or materials arrive', () => {
    const failed = [
      ['dashboard:issues_error', { error: 'No gh.' }],
      ['dashboard:materials_error', { error: 'No search.' }],
    ] as const;
    expect(progressAfter(...failed)).toMatchObject({ issues: 'No gh.', materials: 'No search.' });
    expect(progressAfter(...failed, ['dashboard:issues', { issues: [] }])).toMatchObject({
      issues: [],
      materials: 'No search.',
    });
    expect(progressAfter(...failed, ['dashboard:materials', { recommendations: [] }]).materials).toEqual([]);
  });

  it('keeps the figures of its own period when another page shows another one', () => {
    const inPeriod = (period: '7d' | '30d') => ({ ...STATE, stats: { ...STATE.stats, period } });
    const closed = { ...inPeriod('30d'), gaps: [{ ...GAP, addressed: true }] };
    expect(progressAfter(['dashboard:state', closed]).state).toBeUndefined();
    expect(progressAfter(['dashboard:state', inPeriod('7d')], ['dashboard:state', closed]).state).toEqual({
      ...inPeriod('7d'),
      gaps: closed.gaps,
    });
  });

  it('is not changed by other messages', () => {
    expect(progressAfter(['explorer:clear_hints', {}])).toBe(NO_PROGRESS);
  });

  it.each([
    ['https://example.org/a', true],
    ['http://example.org', true],
    ['javascript:alert(1)', false],
    ['data:text/html,a', false],
    ['file:///etc/passwd', false],
    ['example.org', false],
    ['', false],
  ])('makes a link of %j: %s', (address, isLink) => {
    expect(isWebAddress(address)).toBe(isLink);
  });
});
