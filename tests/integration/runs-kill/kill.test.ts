import { readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DeliberationResult } from '../../../src/council/index.js';
import { reportCases } from '../../support/report-cases.js';
import { essence, QUESTION, type ScriptedProject, type Started, scriptedProject } from '../runs/scripted-project.js';

/** How many runs are killed; the scorecard asks for more. */
const KILLS = Number(process.env.WITAN_KILLS ?? 12);
const SEED = Number(process.env.WITAN_SEED ?? 20261116);
const MAX_PAUSE_MS = 60;
const ONE_KILL_MS = 60_000;

const KINDS = ['progress', 'calls', 'rows'] as const;
type Kind = (typeof KINDS)[number];
const ROWS = 'SELECT (SELECT count(*) FROM calls) + (SELECT count(*) FROM facts) AS count';

const ARGUMENTS = [
  ...['deliberate', QUESTION, '--json', '--verbose', '--rounds', '3'],
  ...['alpha', 'beta', 'gamma'].flatMap((name) => ['-p', `${name}:v1`]),
];

const counts: Readonly<Record<Kind, (project: ScriptedProject, started: Started) => number>> = {
  progress: (_project, started) => started.stderr().split('\n').length - 1,
  calls: (project) => project.log().length,
  rows: (project) => Number(project.rows(ROWS)[0]?.count ?? 0),
};

/** Kills that came before there was anything to lose: they show nothing. */
let tooEarly = 0;
let expected: object;
let totals: Readonly<Record<Kind, number>>;

beforeAll(async () => {
  const project = scriptedProject(MAX_PAUSE_MS);
  const started = project.start(ARGUMENTS);
  const { exitCode, stdout, stderr } = await started.ended;
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('Round 3 of 3')]);
  expected = essence(JSON.parse(stdout) as DeliberationResult);
  totals = {
    progress: counts.progress(project, started),
    calls: counts.calls(project, started),
    rows: counts.rows(project, started),
  };
}, ONE_KILL_MS);

describe(`a deliberation that is killed (seed ${SEED}, ${KILLS} times)`, () => {
  it('has a known result without a kill', () => {
    expect(expected).toMatchObject({ status: 'complete', rounds: 3, winner: 'SQLite', tally: { SQLite: 3 } });
    expect(expected).toMatchObject({ summary: { written_by: expect.stringMatching(/@/) } });
    // 3 participants in 3 rounds, one answer finished with evidence, one vote asked for again, one summary.
    expect(totals.calls).toBe(2 * (9 + 1 + 1 + 1));
  });

  it.each(momentsOf(KILLS))(
    'number $number, at $share of its $kind and $delayMs ms, ends as if it had not been',
    async ({ kind, share, delayMs }) => {
      const project = scriptedProject(MAX_PAUSE_MS);
      await killAt(project, kind, Math.max(1, Math.ceil(share * totals[kind])), delayMs);
      const kept = new Set(project.rows(ANSWERED).map(logLineOf));
      const before = project.log().filter((line) => line.startsWith('asked '));
      // Killed before anything was recorded: then there is nothing to continue, and no participant was asked.
      if (project.rows('SELECT id FROM runs').length === 0) {
        expect(before).toEqual([]);
        tooEarly++;
        reportCases(0);
        return;
      }
      const inFlight = Number(project.rows(RUNNING)[0]?.count);
      const resumed = await project.start(['deliberate', '--resume', '--json', '--verbose']).ended;
      expect([resumed.exitCode, resumed.stderr]).toEqual([0, expect.anything()]);
      const result = JSON.parse(resumed.stdout) as DeliberationResult;
      expect(essence(result)).toEqual(expected);

      const asked = project.log().filter((line) => line.startsWith('asked '));
      const again = asked.slice(before.length).map((line) => line.slice('asked '.length));
      expect(again.filter((folders) => kept.has(folders))).toEqual([]);
      expect(asked.length - new Set(asked).size).toBeLessThanOrEqual(inFlight);
      const transcripts = readdirSync(path.join(project.folder, 'transcripts')).filter((name) => name.endsWith('.md'));
      expect(transcripts).toEqual([path.basename(result.transcript_path ?? '')]);
      expect(project.rows('SELECT status, count(*) AS n FROM runs')).toEqual([{ status: 'finished', n: 1 }]);
    },
    ONE_KILL_MS,
  );

  it('nearly always after something was recorded', () => {
    expect(tooEarly).toBeLessThanOrEqual(Math.ceil(KILLS / 6));
    reportCases(0);
  });
});

const RUNNING = `SELECT count(*) AS count FROM calls WHERE state = 'asked' AND asked_at IS NOT NULL`;
const ANSWERED = `SELECT phase, round, participant, call, prompt FROM calls WHERE state = 'answered'`;

/** As the participant itself notes it in its log. */
function logLineOf({ phase, round, participant, prompt }: Record<string, unknown>): string {
  const [name] = String(participant).split('@').slice(1);
  if (phase === 'summary') return `${name} 0 summary`;
  const text = String(prompt);
  const kind = text.includes('Your vote could not be read')
    ? 'vote'
    : text.includes('## Results of your requests')
      ? 'finish'
      : 'answer';
  return `${name} ${String(round)} ${kind}`;
}

interface Moment {
  readonly number: number;
  readonly kind: Kind;
  readonly share: number;
  readonly delayMs: number;
}

function momentsOf(count: number): Moment[] {
  const random = seeded(SEED);
  return Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    kind: KINDS[index % KINDS.length] ?? 'calls',
    share: Math.round(random() * 1000) / 1000,
    delayMs: Math.floor(random() * 25),
  }));
}

/** Waits for the event; the delay after it only spreads the kills over what lies between two events. */
async function killAt(project: ScriptedProject, kind: Kind, count: number, delayMs: number): Promise<void> {
  const started = project.start(ARGUMENTS);
  let timer: NodeJS.Timeout | undefined;
  const watch = () => {
    if (counts[kind](project, started) < count) timer = setTimeout(watch, 2);
    else timer = setTimeout(() => started.child.kill('SIGKILL'), delayMs);
  };
  watch();
  await started.ended;
  clearTimeout(timer);
}

/** Mulberry32: the same moments for the same seed, on every machine. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
