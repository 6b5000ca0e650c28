import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../../src/cli/run-command-line.js';
import { createDecisions, type DecisionGraph, EXPORT_FORMATS } from '../../../../src/decisions/index.js';
import { systemClock } from '../../../../src/kernel/clock.js';
import { cluster } from '../../../../src/semantics/clustering/cluster.js';
import { deliberationRecord } from '../../../support/deliberation-record.js';
import { openTestGraph } from '../../../support/test-graph.js';
import { testProgram } from '../../../support/test-program.js';
import { fakeStream, type TestShell, testShell } from '../test-shell.js';

let graph: DecisionGraph;
beforeEach(async () => {
  graph = await openTestGraph();
  await graph.remember(
    deliberationRecord({ id: '20260101-100000-aaaaaa', winner: 'SQLite', at: '2026-01-01T10:00:00Z' }),
  );
  await graph.remember(
    deliberationRecord({ id: '20260201-100000-bbbbbb', winner: 'PostgreSQL', at: '2026-02-01T10:00:00Z' }),
  );
  await graph.drain();
});
afterEach(() => graph.close());

function shell(changes: Partial<TestShell> = {}): TestShell {
  const decisions = createDecisions({
    graph,
    clock: systemClock,
    cluster: async (points, options) => cluster(points, options),
  });
  return testShell({ openProgram: async () => testProgram({ decisions: async () => decisions }), ...changes });
}

async function run(line: readonly string[], given = shell()) {
  const exitCode = await runCommandLine(['decisions', ...line], given);
  return { exitCode, out: given.stdout.text(), err: given.stderr.text() };
}

const SUBCOMMANDS = [
  'similar',
  'contradictions',
  'timeline',
  'analyze',
  'outcome',
  'export',
  'import',
  'archive',
  'delete',
];

it.each(SUBCOMMANDS)('shows an example in the help of %s', async (name) => {
  const { exitCode, out } = await run([name, '--help']);
  expect(exitCode).toBe(0);
  expect(out).toMatch(new RegExp(`Examples?:\\n  witan decisions ${name}`));
});

it.each([
  ['similar', ['similar', 'job queue'], 'similar_decisions'],
  ['contradictions', ['contradictions'], 'contradictions'],
  ['timeline', ['timeline'], 'timeline'],
  ['the timeline of one', ['timeline', '202601'], 'evolution'],
  ['analyze', ['analyze'], 'patterns'],
])('prints nothing but JSON for %s with --json', async (_name, line, type) => {
  const { exitCode, out, err } = await run([...line, '--json']);
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  expect(JSON.parse(out)).toMatchObject({ type });
});

describe('similar', () => {
  it('shows score, day, id, question and choice', async () => {
    const { out } = await run(['similar', 'PostgreSQL or SQLite for the queue of jobs?']);
    expect(out).toMatch(/^0\.\d\d {2}2026-0\d-01 {2}2026/m);
    expect(out).toContain('      → PostgreSQL');
  });

  it('says what is nearest and which threshold would find it', async () => {
    const { exitCode, out } = await run(['similar', 'Which database for our jobs?', '--threshold', '0.99']);
    expect(exitCode).toBe(0);
    expect(out).toContain('None of 2 decisions is as similar as 0.99. The nearest:');
    expect(out).toMatch(/--threshold 0\.\d+ would find the first\./);
  });

  it('does not let stored text control the terminal', async () => {
    await graph.remember(
      deliberationRecord({ question: 'Red \u001b[31m alert \u0007?', winner: '\u001b]0;x\u0007Yes' }),
    );
    const { out } = await run(['similar', 'Red alert?', '--threshold', '0.3']);
    expect(out).toContain('Red alert ?');
    expect(out).not.toMatch(/[\u001b\u0007]/);
  });
});

describe('contradictions', () => {
  it('The command shows both sides of a candidate, and no word of advice.', async () => {
    const { out } = await run(['contradictions']);
    expect(out).toMatch(/^Candidates, not judged:\nquestions 1\.00 alike$/m);
    expect(out).toContain('→ SQLite');
    expect(out).not.toMatch(/high|replaces|follow|holds/);
  });
});

describe('timeline', () => {
  it.each([[[]], [['timeline']], [['list']]])('lists decisions as a table, latest first, for %j', async (words) => {
    const [head, first, second] = (await run(words)).out.split('\n');
    expect(head).toMatch(/^day +id +outcome +decided for +question$/);
    expect(first).toMatch(/^2026-02-01 {2}20260201-100000-bbbbbb {2,}PostgreSQL +Should the job queue/);
    expect(second).toContain('SQLite');
  });

  it('shows what changed in one decision', async () => {
    const { out } = await run(['timeline', '20260201']);
    expect(out).toContain('option: SQLite → PostgreSQL');
    expect(out).toContain('PostgreSQL  (this one)');
  });

  it.each([
    [['timeline', '2026'], 'several decisions begin with "2026" (20260101-100000-aaaaaa, 20260201-100000-bbbbbb)'],
    [['timeline', '20260301'], 'there is no decision "20260301"; did you mean "20260'],
    [['timeline', '--limit', '0'], 'It must be a whole number from 1'],
    [['outcome', '20260101', 'good'], 'outcome: "good" is not one of right, wrong, superseded, mixed'],
    [['archive'], 'neither ids nor --older-than were given'],
    [['archive', '--older-than', 'soon'], '"soon" is not an age; write 90d'],
    [['import', 'nowhere'], 'there is no folder or file'],
    [['export', '--format', 'xml'], 'Allowed choices are json, graphml, dot, markdown'],
    [['similar', 'x', '--limit', '99'], 'limit: 99 is not allowed'],
  ])('ends %j with exit 2 and one line', async (line, message) => {
    const { exitCode, err, out } = await run(line);
    expect(exitCode).toBe(2);
    expect(out).toBe('');
    expect(err).toContain(message);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('analyze', () => {
  it('shows the health, what is known and what is not', async () => {
    await run(['outcome', '20260201', 'right']);
    const { exitCode, out } = await run(['analyze']);
    expect(exitCode).toBe(0);
    expect(out).toContain('Graph  healthy');
    expect(out).toContain('2 decisions (0 archived)');
    expect(out).toContain('changed the winner in 0 of 2 decisions (0 %)');
    expect(out).toMatch(/hits +misses +Brier +model +topic\n +1 +0 +0\.04 +gpt-6@codex +all/);
    expect(out).toContain('topics: they need at least 8 decisions, there are 2');
  });
});

describe('outcome', () => {
  it('records the outcome of a decision and says what was recorded before', async () => {
    await run(['outcome', '20260101', 'wrong', '--note', 'it locked']);
    const { out } = await run(['outcome', '20260101', 'superseded', '--superseded-by', '20260201']);
    expect(out).toContain('superseded by 20260201-100000-bbbbbb');
    expect(out).toContain('before: turned out wrong: it locked');
    expect((await graph.get('20260101-100000-aaaaaa'))?.outcome?.supersededBy).toBe('20260201-100000-bbbbbb');
  });
});

describe('export and import', () => {
  it('list every format', async () => {
    const { out } = await run(['export', '--help']);
    expect(EXPORT_FORMATS.filter((format) => !out.includes(`"${format}"`))).toEqual([]);
  });

  it('write a complete file and read it back', async () => {
    const given = shell();
    const file = join(given.currentFolder, 'all.json');
    expect(await run(['export', '--output', 'all.json'], given)).toMatchObject({
      exitCode: 0,
      out: 'Written: all.json\n',
    });
    expect(JSON.parse(readFileSync(file, 'utf8')).decisions).toHaveLength(2);
    await graph.delete('20260101-100000-aaaaaa');
    const { out } = await run(['import', file]);
    expect(out).toBe('1 file: 1 imported, 1 known already, 0 not usable\n');
  });

  it('print to standard output without a file', async () => {
    expect((await run(['export', '--format', 'markdown'])).out).toContain('# Decisions');
  });

  it('end with exit 1 when nothing could be used, and list the faults', async () => {
    const given = shell();
    writeFileSync(join(given.currentFolder, 'a.json'), '{');
    const { exitCode, out } = await run(['import', '.'], given);
    expect(exitCode).toBe(1);
    expect(out).toContain('  a.json: it is not JSON, or only the beginning of it');
  });
});

describe('archive', () => {
  it('removes old decisions from recall and keeps them', async () => {
    expect((await run(['archive', '--older-than', '2026-01-15'])).out).toBe('1 archived, 1 left in recall\n');
    expect((await run(['timeline'])).out).not.toContain('aaaaaa');
    expect((await run(['timeline', '--archived'])).out).toMatch(/aaaaaa {2}archived/);
  });

  it('asks first, and can be undone', async () => {
    const asked: string[] = [];
    const answering = (answer: string) =>
      shell({
        ask: async (question) => {
          asked.push(question);
          return answer;
        },
      });
    expect(await run(['archive', '20260101'], answering('n'))).toMatchObject({
      exitCode: 1,
      out: 'Nothing was archived.\n',
    });
    expect(asked).toEqual([expect.stringContaining('Take 1 decision out of recall?')]);
    expect((await run(['archive', '20260101'], answering('y'))).out).toBe('1 archived, 1 left in recall\n');
    expect((await run(['archive', '--undo', '20260101'], answering('n'))).out).toBe('1 taken back, 2 in recall\n');
    expect((await run(['archive', '20260101', '--yes'], answering('n'))).exitCode).toBe(0);
    expect(asked).toHaveLength(2);
    expect((await run(['archive', '--undo'])).err).toContain('--undo needs the ids');
  });

  it('changes nothing when one of several ids is wrong', async () => {
    expect((await run(['archive', '20260101', 'wrong-id'])).exitCode).toBe(2);
    expect(await graph.count({ archived: 'only' })).toBe(0);
  });
});

describe('delete', () => {
  const asking = (answer: string | undefined) => shell({ ask: async () => answer });

  it('deletes after a yes, and nothing after anything else', async () => {
    expect(await run(['delete', '20260101'], asking('n'))).toMatchObject({
      exitCode: 1,
      out: 'Nothing was deleted.\n',
    });
    expect(await graph.count()).toBe(2);
    expect(await run(['delete', '20260101'], asking('y'))).toMatchObject({ exitCode: 0 });
    expect(await graph.get('20260101-100000-aaaaaa')).toBeNull();
    expect(await graph.neighborsOf('20260201-100000-bbbbbb')).toEqual([]);
  });

  it('needs --yes without a terminal', async () => {
    const { exitCode, err } = await run(['delete', '20260101'], asking(undefined));
    expect(exitCode).toBe(2);
    expect(err).toContain('add --yes');
    expect(JSON.parse((await run(['delete', '20260101', '--yes', '--json'])).out)).toEqual({
      deleted: '20260101-100000-aaaaaa',
    });
  });
});

it('uses colors only on a terminal', async () => {
  const terminal = fakeStream({ columns: 100 });
  const { out } = await run(['contradictions'], shell({ stdout: terminal }));
  expect(out).toContain('\u001b[2m2026-');
  expect(out).not.toContain('\u001b[31m');
  expect(existsSync('all.json')).toBe(false);
});
