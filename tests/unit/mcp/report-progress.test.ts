import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reportProgress } from '../../../src/mcp/tools/council/report-progress.js';
import { EXAMPLE_ESTIMATE } from '../../support/example-result.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const STARTED = {
  kind: 'started',
  deliberation_id: 'd-1',
  recorded: true,
  participants: ['a', 'b'],
  rounds: 2,
  notice: null,
  estimate: EXAMPLE_ESTIMATE,
} as const;

describe('reportProgress', () => {
  it('names the deliberation in the first message', () => {
    const messages: string[] = [];
    const reporter = reportProgress((message) => messages.push(message), 10_000);
    reporter.onProgress(STARTED);
    reporter.stop();
    expect(messages).toEqual([
      'deliberation d-1 started: a, b; 2 rounds at most. Expected: 2 to 9 calls, price unknown, 10 to 240 s',
    ]);
  });

  it('names the participants of a round, and the reason, if not all are asked', () => {
    const messages: string[] = [];
    const reporter = reportProgress((message) => messages.push(message), 10_000);
    reporter.onProgress({ kind: 'round_started', round: 2, rounds: 4, asked: ['a'], because: 'SQLite leads' });
    reporter.stop();
    expect(messages).toEqual(['round 2 of 4 started: asks a, because SQLite leads']);
  });

  it('ends a notice with one full stop', () => {
    const messages: string[] = [];
    const reporter = reportProgress((message) => messages.push(message), 10_000);
    reporter.onProgress({ ...STARTED, notice: 'Continued: 2 calls are kept, 1 without an answer is made again.' });
    reporter.stop();
    expect(messages[0]).toContain('is made again. Expected: ');
  });

  it('says that the result is from a deliberation that had finished before', () => {
    const messages: string[] = [];
    const reporter = reportProgress((message) => messages.push(message), 10_000);
    reporter.onProgress({ kind: 'already_finished', deliberation_id: 'd-1', notice: 'it is over; this is its result' });
    reporter.stop();
    expect(messages).toEqual(['it is over; this is its result']);
  });

  it('says who is still thinking and for how long when nothing happens', () => {
    const messages: string[] = [];
    const reporter = reportProgress(
      (message) => messages.push(message),
      10_000,
      () => Date.now(),
    );
    reporter.onProgress(STARTED);
    reporter.onProgress({ kind: 'round_started', round: 1, rounds: 2 });
    vi.advanceTimersByTime(4_000);
    reporter.onProgress({ kind: 'answered', round: 1, participant: 'a', duration_ms: 4_000, vote: null });
    vi.advanceTimersByTime(20_000);
    reporter.stop();
    vi.advanceTimersByTime(60_000);
    expect(messages.slice(2)).toEqual([
      'round 1: a answered in 4.0 s, without a vote',
      'still thinking: b for 14 s',
      'still thinking: b for 24 s',
    ]);
  });

  it('reports searches, failures, the tally, why the debate ended, and who writes the summary', () => {
    const messages: string[] = [];
    const reporter = reportProgress((message) => messages.push(message), 10_000);
    reporter.onProgress({ kind: 'looked', round: 1, participant: 'a', tools: ['read_file', 'read_file'] });
    reporter.onProgress({ kind: 'failed', round: 1, participant: 'b', duration_ms: 9, reason: 'timed out after 60 s' });
    reporter.onProgress({
      kind: 'round_finished',
      round: 1,
      rounds: 2,
      tally: { PostgreSQL: 2, SQLite: 1 },
      stop: 'all are sure',
    });
    reporter.onProgress({ kind: 'summarizing', by: 'sonnet@claude' });
    vi.advanceTimersByTime(10_000);
    reporter.stop();
    expect(messages).toEqual([
      'round 1: a looked at the project: read_file',
      'round 1: b gave no answer: timed out after 60 s',
      'round 1 of 2 finished: 2 for PostgreSQL, 1 for SQLite; the debate ends: all are sure',
      'the summary is being written by sonnet@claude',
      'still at work: the summary is being written by sonnet@claude',
    ]);
  });
});
