import { describe, expect, it } from 'vitest';
import { liveProgress } from '../../../../src/cli/deliberate/progress/live-progress.js';
import { plainProgress } from '../../../../src/cli/deliberate/progress/plain-progress.js';
import { displayWidth } from '../../../../src/cli/text/display-width.js';
import type { ProgressEvent } from '../../../../src/council/index.js';
import { shortNames } from '../../../../src/council/index.js';
import { EXAMPLE_ESTIMATE, FREE_ESTIMATE } from '../../../support/example-result.js';
import { fakeStream, testShell } from '../test-shell.js';

type StartedEvent = Extract<ProgressEvent, { kind: 'started' }>;

const started = (participants: readonly string[], notice: string | null = null): StartedEvent => ({
  kind: 'started',
  deliberation_id: '20261116-101502-3f9ac1',
  recorded: true,
  participants,
  rounds: 2,
  notice,
  estimate: FREE_ESTIMATE,
});
const roundStarted: ProgressEvent = { kind: 'round_started', round: 1, rounds: 2 };
const answered = (participant: string, option: string | null, duration_ms: number): ProgressEvent => ({
  kind: 'answered',
  round: 1,
  participant,
  duration_ms,
  vote: option === null ? null : { option, confidence: 0.7, rationale: 'r', continue_debate: false },
});
const failed = (participant: string): ProgressEvent => ({
  kind: 'failed',
  round: 1,
  participant,
  duration_ms: 60_000,
  reason: 'timed out after 60 s',
});
const finished: ProgressEvent = {
  kind: 'round_finished',
  round: 1,
  rounds: 2,
  tally: { SQLite: 1, PostgreSQL: 2 },
  stop: null,
};

/** What is on the screen in the end: each redraw clears the line it writes. */
const screen = (text: string) =>
  text.split('\n').map((line) => line.slice(line.lastIndexOf('\u001b[2K') + 1).replace('[2K', ''));

describe('the first line', () => {
  it('says what to expect, after the notices', () => {
    const stream = fakeStream();
    const estimate = { ...EXAMPLE_ESTIMATE, known_usd: { low: 0.0123, high: 0.4 } };
    plainProgress(stream).show({ ...started(['a@x'], 'A notice.'), estimate });
    plainProgress(stream).show({
      ...started(['a@x']),
      estimate: { ...EXAMPLE_ESTIMATE, usd: { low: 0.01, high: 0.25 } },
    });
    expect(stream.text().split('\n')).toEqual([
      'A notice.',
      'Expected: 2 to 9 calls, price unknown (known part $0.0123 to $0.40), 10s to 4m 00s',
      'Expected: 2 to 9 calls, $0.0100 to $0.25, 10s to 4m 00s',
      '',
    ]);
  });
});

describe('a panel that is asked in two steps', () => {
  const first: ProgressEvent = { kind: 'round_started', round: 1, rounds: 2, asked: ['sonnet@claude'] };
  const widened: ProgressEvent = {
    kind: 'widened',
    round: 1,
    asked: ['gpt-5@codex'],
    reason: 'the first two disagree',
  };

  it('waits for those who are asked, then for the others too', () => {
    const shell = testShell({ stderr: fakeStream({ columns: 120 }), environment: { NO_COLOR: '1' } });
    const view = liveProgress(shell);
    view.show(started(['sonnet@claude', 'gpt-5@codex']));
    view.show(first);
    expect(screen(shell.stderr.text()).at(-1)).toBe('Waiting 0s: sonnet');
    view.show(widened);
    expect(screen(shell.stderr.text()).at(-1)).toBe('Waiting 0s: sonnet, gpt-5');
    view.close();
  });

  it('says in a log why the others are asked', () => {
    const stream = fakeStream();
    const view = plainProgress(stream);
    view.show(started(['sonnet@claude', 'gpt-5@codex']));
    view.show(widened);
    expect(stream.text()).toBe('Round 1 of 2: the first two disagree; gpt-5 asked too\n');
  });

  it('says in a log whom a challenge asks, and why', () => {
    const stream = fakeStream();
    const view = plainProgress(stream);
    view.show(started(['sonnet@claude', 'gpt-5@codex']));
    view.show({ ...first, round: 2, because: 'SQLite leads with 2 of 3 votes and is put to the test' });
    expect(stream.text()).toBe(
      'Round 2 of 2: asks sonnet, because SQLite leads with 2 of 3 votes and is put to the test\n',
    );
  });

  it('says on a terminal whom a challenge asks and why, on lines that stay', () => {
    const shell = testShell({ stderr: fakeStream({ columns: 60 }), environment: { NO_COLOR: '1' } });
    const view = liveProgress(shell);
    view.show(started(['sonnet@claude', 'gpt-5@codex']));
    view.show({ ...first, round: 2, because: 'SQLite leads with 2 of 3 votes and is put to the test' });
    shell.tick(3);
    expect(screen(shell.stderr.text())).toEqual([
      'Round 2 of 2: asks sonnet, because SQLite leads with 2 of',
      '  3 votes and is put to the test',
      'Waiting 3s: sonnet',
    ]);
    view.close();
  });
});

describe('progress on a terminal', () => {
  const live = (columns: number) => {
    const shell = testShell({ stderr: fakeStream({ columns }), environment: { NO_COLOR: '1' } });
    return { shell, view: liveProgress(shell), screen: () => screen(shell.stderr.text()) };
  };

  it('shows every line of a log, and below them a clock for those who still think', () => {
    const { shell, view, screen } = live(120);
    const events = [
      started(['sonnet@claude', 'gpt-5@codex'], 'No model found.'),
      roundStarted,
      { kind: 'looked', round: 1, participant: 'gpt-5@codex', tools: ['read_file'] } as const,
      answered('sonnet@claude', 'PostgreSQL', 3_140),
    ];
    const log = fakeStream();
    const plain = plainProgress(log);
    for (const event of events) {
      view.show(event);
      plain.show(event);
    }
    shell.tick(12);
    expect(screen()).toEqual([...log.text().trimEnd().split('\n'), 'Waiting 12s: gpt-5']);
    expect(screen()).toContain('Round 1 of 2: sonnet answered in 3.1s, votes PostgreSQL');
    shell.tick(53);
    expect(screen().at(-1)).toBe('Waiting 1m 05s: gpt-5');
    view.show(failed('gpt-5@codex'));
    view.show(finished);
    view.close();
    expect(screen().slice(-3)).toEqual([
      'Round 1 of 2: gpt-5 failed after 1m 00s: timed out after 60 s',
      'Round 1 of 2: 2 for PostgreSQL, 1 for SQLite',
      '',
    ]);
  });

  it('never writes a line that the window would wrap, because it could not be redrawn', () => {
    const { shell, view, screen } = live(50);
    view.show(started(['claude-sonnet-4-5@claude', 'gpt-5-codex-max@codex', 'gemini-3-pro-preview@gemini']));
    view.show(roundStarted);
    shell.tick(12);
    expect(screen()).toEqual(['Waiting 12s: claude-sonnet-4-5, gpt-5-codex-max,…']);
    view.show(answered('claude-sonnet-4-5@claude', 'A database that keeps what it was given', 3_140));
    view.show(finished);
    expect(
      screen()
        .map(displayWidth)
        .every((width) => width < 50),
    ).toBe(true);
  });

  it('leaves a fresh line and a stopped clock when it is closed in the middle', () => {
    const { shell, view, screen } = live(120);
    view.show(started(['sonnet@claude', 'gpt-5@codex']));
    view.show(roundStarted);
    view.close();
    const text = shell.stderr.text();
    expect(screen().at(-1)).toBe('');
    shell.tick();
    view.close();
    expect(shell.stderr.text()).toBe(text);
  });
});

describe('progress without a terminal', () => {
  it('is one line for each event, without control codes', () => {
    const stream = fakeStream();
    const view = plainProgress(stream);
    for (const event of [
      started(['sonnet@claude', 'gpt-5@codex'], 'No model\u001b[2J was found.'),
      roundStarted,
      { kind: 'looked', round: 1, participant: 'sonnet@claude', tools: ['read_file', 'evil\u001b[2J'] } as const,
      answered('sonnet@claude', 'Postgre\u001b[31mSQL', 3_140),
      failed('gpt-5@codex'),
      finished,
    ]) {
      view.show(event);
    }
    expect(stream.text().split('\n')).toEqual([
      'No model was found.',
      'Round 1 of 2: sonnet looks at the project (read_file, evil)',
      'Round 1 of 2: sonnet answered in 3.1s, votes PostgreSQL',
      'Round 1 of 2: gpt-5 failed after 1m 00s: timed out after 60 s',
      'Round 1 of 2: 2 for PostgreSQL, 1 for SQLite',
      '',
    ]);
  });
});

describe('names of participants', () => {
  it.each([
    [
      ['sonnet@claude', 'gpt-5@codex'],
      ['sonnet', 'gpt-5'],
    ],
    [
      ['sonnet@claude', 'sonnet@claude#2'],
      ['sonnet', 'sonnet#2'],
    ],
    [
      ['sonnet@claude', 'sonnet@droid'],
      ['sonnet@claude', 'sonnet@droid'],
    ],
    [
      ['default@codex', 'default@gemini'],
      ['codex', 'gemini'],
    ],
  ])('shortens the names %j as far as they stay different', (participants, shown) => {
    expect([...shortNames(participants).values()]).toEqual(shown);
  });
});
