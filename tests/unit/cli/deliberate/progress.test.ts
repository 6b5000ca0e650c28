import { describe, expect, it } from 'vitest';
import { liveProgress } from '../../../../src/cli/deliberate/progress/live-progress.js';
import { plainProgress } from '../../../../src/cli/deliberate/progress/plain-progress.js';
import { shortNames } from '../../../../src/cli/deliberate/short-names.js';
import { displayWidth } from '../../../../src/cli/text/display-width.js';
import type { ProgressEvent } from '../../../../src/council/index.js';
import { EXAMPLE_ESTIMATE, FREE_ESTIMATE } from '../../../support/example-result.js';
import { fakePorts, fakeStream } from '../fake-ports.js';

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

/** What the screen shows in the end: each redraw clears the line it writes. */
const screen = (text: string) =>
  text.split('\n').map((line) => line.slice(line.lastIndexOf('\u001b[2K') + 1).replace('[2K', ''));

describe('before the first round', () => {
  it('says in one line what to expect, after what must be known first', () => {
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

  it('shows those who are asked, then the others too', () => {
    const ports = fakePorts({ stderr: fakeStream({ columns: 120 }), environment: { NO_COLOR: '1' } });
    const view = liveProgress(ports);
    view.show(started(['sonnet@claude', 'gpt-5@codex']));
    view.show(first);
    expect(screen(ports.stderr.text()).at(-1)).toBe('Round 1 of 2   sonnet … 0s');
    view.show(widened);
    expect(screen(ports.stderr.text()).at(-1)).toBe('Round 1 of 2   sonnet … 0s   gpt-5 … 0s');
    view.close();
  });

  it('says why in a log', () => {
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
    const ports = fakePorts({ stderr: fakeStream({ columns: 60 }), environment: { NO_COLOR: '1' } });
    const view = liveProgress(ports);
    view.show(started(['sonnet@claude', 'gpt-5@codex']));
    view.show({ ...first, round: 2, because: 'SQLite leads with 2 of 3 votes and is put to the test' });
    ports.tick(3);
    expect(screen(ports.stderr.text())).toEqual([
      'Round 2 asks sonnet, because SQLite leads with 2 of 3 votes',
      'and is put to the test',
      'Round 2 of 2   sonnet … 3s',
    ]);
    view.close();
  });
});

describe('progress on a terminal', () => {
  const live = (columns: number) => {
    const ports = fakePorts({ stderr: fakeStream({ columns }), environment: { NO_COLOR: '1' } });
    return { ports, view: liveProgress(ports), screen: () => screen(ports.stderr.text()) };
  };

  it('says who looks at the project, and how often, while it thinks', () => {
    const { ports, view, screen } = live(120);
    view.show(started(['sonnet@claude', 'gpt-5@codex']));
    view.show(roundStarted);
    const looked = (tools: string[]): ProgressEvent => ({
      kind: 'looked',
      round: 1,
      participant: 'gpt-5@codex',
      tools,
    });
    view.show(looked(['read_file']));
    ports.tick(3);
    expect(screen().at(-1)).toBe('Round 1 of 2   sonnet … 3s   gpt-5 … 3s (1 look at the project)');
    view.show(looked(['read_file', 'search_code']));
    expect(screen().at(-1)).toBe('Round 1 of 2   sonnet … 3s   gpt-5 … 3s (3 looks at the project)');
    view.show(answered('gpt-5@codex', 'SQLite', 4_000));
    expect(screen().at(-1)).toBe('Round 1 of 2   sonnet … 3s   gpt-5 ✓ 4.0s');
    view.close();
  });

  it('redraws one line per round, with a clock for those who still think', () => {
    const { ports, view, screen } = live(120);
    view.show(started(['sonnet@claude', 'gpt-5@codex'], 'No model found.'));
    view.show(roundStarted);
    view.show(answered('sonnet@claude', 'PostgreSQL', 3_140));
    ports.tick(12);
    expect(screen()).toEqual(['No model found.', 'Round 1 of 2   sonnet ✓ 3.1s   gpt-5 … 12s']);
    ports.tick(53);
    expect(screen().at(-1)).toBe('Round 1 of 2   sonnet ✓ 3.1s   gpt-5 … 1m 05s');
    view.show(answered('gpt-5@codex', null, 66_000));
    view.show(finished);
    view.close();
    expect(screen().slice(1)).toEqual([
      'Round 1 of 2   sonnet ✓ 3.1s   gpt-5 ✓ 1m 06s no vote   2 for PostgreSQL, 1 for SQLite',
      '',
    ]);
  });

  it('never writes a line that the window would wrap, because it could not be redrawn', () => {
    const { ports, view, screen } = live(50);
    view.show(started(['claude-sonnet-4-5@claude', 'gpt-5-codex-max@codex', 'gemini-3-pro-preview@gemini']));
    view.show(roundStarted);
    view.show(answered('claude-sonnet-4-5@claude', 'PostgreSQL', 3_140));
    view.show(failed('gemini-3-pro-preview@gemini'));
    ports.tick(12);
    expect(screen()).toEqual(['Round 1 of 2   1 of 3 answered, 1 failed   … 12s…']);
    view.show(finished);
    expect(
      screen()
        .map(displayWidth)
        .every((width) => width < 50),
    ).toBe(true);
  });

  it('keeps names and seconds of a finished round in a narrow window, with the votes below', () => {
    const show = (columns: number) => {
      const { view, screen } = live(columns);
      view.show(started(['steward@demo', 'skeptic@demo', 'builder@demo']));
      view.show(roundStarted);
      for (const name of ['steward', 'skeptic', 'builder']) view.show(answered(`${name}@demo`, 'SQLite', 100));
      view.show(finished);
      return screen();
    };
    expect(show(80)).toEqual([
      'Round 1 of 2   steward ✓ 0.1s   skeptic ✓ 0.1s   builder ✓ 0.1s',
      '               2 for PostgreSQL, 1 for SQLite',
      '',
    ]);
    expect(show(50)).toEqual([
      'Round 1 of 2   steward ✓ 0.1s   skeptic ✓ 0.1s',
      '               builder ✓ 0.1s',
      '               2 for PostgreSQL, 1 for SQLite',
      '',
    ]);
  });

  it('shows at the end of the round why a participant failed', () => {
    const { view, screen } = live(120);
    view.show(started(['sonnet@claude', 'gpt-5@codex']));
    view.show(roundStarted);
    view.show(failed('gpt-5@codex'));
    view.show(finished);
    expect(screen()).toContain('  gpt-5 failed: timed out after 60 s');
  });

  it('leaves a fresh line and a stopped clock when it is closed in the middle', () => {
    const { ports, view } = live(120);
    view.show(started(['sonnet@claude', 'gpt-5@codex']));
    view.show(roundStarted);
    view.close();
    const text = ports.stderr.text();
    expect(text.endsWith('\n')).toBe(true);
    ports.tick();
    view.close();
    expect(ports.stderr.text()).toBe(text);
  });
});

describe('progress without a terminal', () => {
  it('is a line for each thing that happened, without control codes', () => {
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
  ])('%j are shortened as far as they stay different', (participants, shown) => {
    expect([...shortNames(participants).values()]).toEqual(shown);
  });
});
