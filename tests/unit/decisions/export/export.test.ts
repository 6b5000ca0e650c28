import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { UndirectedGraph } from 'graphology';
import graphml from 'graphology-graphml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExportFormat, exportDecisions } from '../../../../src/decisions/export/export-decisions.js';
import { importDecisions } from '../../../../src/decisions/import/import-decisions.js';
import type { DecisionGraph } from '../../../../src/decisions/index.js';
import { deliberationRecord } from '../../../support/deliberation-record.js';
import { scratchFolder } from '../../../support/scratch-folder.js';
import { openTestGraph } from '../../../support/test-graph.js';

/** What no format may stumble over: control characters, markup, quotes, half of a character. */
const HOSTILE = 'Should <b> & "quotes" \\ \u0000\u0008\u001b[31m | `x` \ud800 # \n]]> stay? ñ 日本 😀';

const HOSTILE_LABELS = [
  'Is "quoted" and ""doubly"" quoted text kept?',
  'Does a line\nbreak, or \r\n two, end the label?',
  '<b>Is</b> <table><tr><td>HTML</td></tr></table> drawn?',
  'Is &lt;this&gt; &amp; that &#65; left alone?',
  'Do \\n \\N \\G \\l and a last backslash break it? \\',
  'Wird ñ 日本語 😀 שלום gezeichnet?',
  `Is a very long one drawn? ${'long "words" \\ '.repeat(700)}`,
  '"]; } graph evil { a [label="x',
];

function fromXml(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&(lt|gt|quot|amp);/g, (_, name: string) => ({ lt: '<', gt: '>', quot: '"' })[name] ?? '&');
}

const now = new Date('2026-06-01T00:00:00Z');
let graph: DecisionGraph;

beforeAll(async () => {
  graph = await openTestGraph();
  const queue = 'Should the job queue use PostgreSQL or SQLite?';
  await graph.remember(
    deliberationRecord({ id: 'old', question: queue, winner: 'SQLite', at: '2026-01-01T10:00:00Z' }),
  );
  await graph.remember(deliberationRecord({ id: 'new', question: queue, at: '2026-02-01T10:00:00Z' }));
  await graph.remember(
    deliberationRecord({
      id: 'near',
      question: 'PostgreSQL or SQLite for the queue of jobs?',
      at: '2026-02-02T10:00:00Z',
    }),
  );
  await graph.remember(
    deliberationRecord({ id: 'hostile"<id>\\', question: HOSTILE, winner: 'A "b" | <c>', consensus: HOSTILE }),
  );
  await graph.setOutcome('old', { outcome: 'superseded', supersededBy: 'new', note: 'It <locked> & "died"' });
  await graph.archive({ ids: ['old'] });
  await graph.drain();
});
afterAll(() => graph.close());

async function written(format: ExportFormat, archived: 'with' | 'without' = 'with'): Promise<string> {
  let text = '';
  for await (const part of exportDecisions(graph, format, { now, archived })) text += part;
  return text;
}

describe('GraphML', () => {
  it('is read by an independent parser, with typed attributes and one edge per pair', async () => {
    const parsed = graphml.parse(UndirectedGraph, await written('graphml'));
    expect(parsed.nodes().sort()).toEqual(['hostile"<id>\\', 'near', 'new', 'old']);
    expect(parsed.getNodeAttributes('old')).toMatchObject({
      outcome: 'superseded',
      outcome_note: 'It <locked> & "died"',
      archived: true,
      cost_usd: 0.02,
      voters: 2,
    });
    expect(parsed.getEdgeAttributes('old', 'new')).toMatchObject({ kind: 'superseded_by' });
    expect(parsed.getEdgeAttributes('near', 'new')).toMatchObject({ kind: 'similar', score: expect.any(Number) });
    expect(parsed.getNodeAttribute('hostile"<id>\\', 'question')).toContain('Should <b> & "quotes"');
  });

  it('has no character that XML does not allow', async () => {
    const text = await written('graphml');
    expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
    expect(text).not.toMatch(/\p{Surrogate}/u);
  });

  it('leaves out archived decisions, and their edges, on request', async () => {
    const parsed = graphml.parse(UndirectedGraph, await written('graphml', 'without'));
    expect(parsed.hasNode('old')).toBe(false);
    expect(parsed.edges().length).toBeGreaterThan(0);
  });
});

describe('DOT', () => {
  const dot = spawnSync('dot', ['-V']).error === undefined;
  it.skipIf(!dot)(`is drawn by Graphviz${dot ? '' : ' (skipped: dot is not installed)'}`, async () => {
    const drawn = spawnSync('dot', ['-Tplain'], { input: await written('dot'), encoding: 'utf8' });
    expect(drawn.stderr).toBe('');
    expect(drawn.status).toBe(0);
    expect(drawn.stdout.match(/^node /gm)).toHaveLength(4);
  });

  it.skipIf(!dot)(
    `keeps every sign of a hostile question in the drawing${dot ? '' : ' (skipped: dot is not installed)'}`,
    async () => {
      const hostile = await openTestGraph();
      for (const [at, question] of HOSTILE_LABELS.entries()) {
        await hostile.remember(deliberationRecord({ id: `h${at}`, question, winner: question.slice(0, 40) }));
      }
      let text = '';
      for await (const part of exportDecisions(hostile, 'dot', { now })) text += part;
      await hostile.close();
      const drawn = spawnSync('dot', ['-Tsvg'], { input: text, encoding: 'utf8' });
      expect({ status: drawn.status, stderr: drawn.stderr }).toEqual({ status: 0, stderr: '' });
      const texts = [...drawn.stdout.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, line = '']) => fromXml(line));
      const firstLines = HOSTILE_LABELS.map((question) => question.replace(/\s+/g, ' ').slice(0, 40));
      expect(firstLines.filter((line) => !texts.some((drawnLine) => drawnLine.startsWith(line)))).toEqual([]);
    },
  );

  it('has every statement on its own line, with quotes and backslashes escaped', async () => {
    const lines = (await written('dot')).trimEnd().split('\n');
    const text = '"(?:[^"\\\\\\n]|\\\\.)*"';
    const statement = new RegExp(`^  ${text}(?: -- ${text})? \\[(?:\\w+=(?:${text}|[\\w.]+)(?:, )?)+\\];$`);
    expect(lines.slice(3, -1).filter((line) => !statement.test(line))).toEqual([]);
    expect(lines.slice(3, -1).filter((line) => line.includes(' -- ')).length).toBeGreaterThan(0);
    expect(lines.at(-1)).toBe('}');
  });
});

describe('Markdown', () => {
  it('shows every decision with its votes, and lets no stored text become markup', async () => {
    const text = await written('markdown');
    expect(text).toContain('# Decisions\n\n4 decisions, written on 2026-06-01.');
    expect(text).toContain('## 2026-02');
    expect(text).toContain('### Should the job queue use PostgreSQL or SQLite?\n\n**PostgreSQL**');
    expect(text).toContain('superseded by `new`');
    expect(text).toContain('| sonnet@claude | PostgreSQL ✓ | 0.80 | PostgreSQL fits best. |');
    expect(text).toContain('### Should \\<b\\> & "quotes"');
    expect(text.split('\n').filter((line) => line.startsWith('|') && line.split(/(?<!\\)\|/).length !== 6)).toEqual([]);
  });
});

describe('JSON', () => {
  it('comes back from an import as it was', async () => {
    const text = await written('json');
    const file = path.join(scratchFolder('export'), 'decisions.json');
    writeFileSync(file, text);
    const copy = await openTestGraph();
    const report = await importDecisions(copy, file);
    expect(report).toEqual({ files: 1, imported: 4, known: 0, undecided: 0, outcomes: 1, faults: [] });
    await copy.drain();
    let again = '';
    for await (const part of exportDecisions(copy, 'json', { now })) again += part;
    expect(JSON.parse(again)).toEqual(JSON.parse(text));
    expect(await importDecisions(copy, file)).toMatchObject({ imported: 0, known: 4, outcomes: 0, faults: [] });
    await copy.close();
  });

  it('is an empty list for an empty graph', async () => {
    const empty = await openTestGraph();
    let text = '';
    for await (const part of exportDecisions(empty, 'json', { now })) text += part;
    expect(JSON.parse(text)).toMatchObject({ format: 'witan-decisions', version: 1, decisions: [] });
    await empty.close();
  });
});
