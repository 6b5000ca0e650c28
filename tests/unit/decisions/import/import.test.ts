import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { importDecisions } from '../../../../src/decisions/import/import-decisions.js';
import type { DecisionGraph } from '../../../../src/decisions/index.js';
import { deliberationRecord } from '../../../support/deliberation-record.js';
import { exampleResult } from '../../../support/example-result.js';
import { scratchFolder } from '../../../support/scratch-folder.js';
import { openTestGraph } from '../../../support/test-graph.js';

let graph: DecisionGraph;
let folder: string;
beforeEach(async () => {
  folder = scratchFolder('transcripts');
  graph = await openTestGraph({ redact: async (text) => text.replaceAll('hunter2', '[secret]') });
});
afterEach(() => graph.close());

function put(name: string, value: unknown): void {
  writeFileSync(path.join(folder, name), typeof value === 'string' ? value : JSON.stringify(value));
}

it('reads the sidecars of transcripts, and nothing twice', async () => {
  put('1.json', deliberationRecord({ id: 'a', question: 'Tabs or spaces?', winner: 'Tabs' }));
  put('1.md', '# Tabs or spaces?');
  const { voting_result } = deliberationRecord();
  put('2.json', { ...exampleResult(), deliberation_id: 'b', voting_result });
  put('3.json', { ...exampleResult(), deliberation_id: 'without votes' });
  const counts = { files: 3, undecided: 1, faults: [] };
  expect(await importDecisions(graph, folder)).toMatchObject({ ...counts, imported: 2, known: 0 });
  expect(await importDecisions(graph, folder)).toMatchObject({ ...counts, imported: 0, known: 2 });
  expect(await graph.get('a')).toMatchObject({ winningOption: 'Tabs', transcriptPath: path.join(folder, '1.md') });
  expect((await graph.get('b'))?.question).toBe(exampleResult().question);
});

it('lists what it cannot use with the fault, reads the rest, and leaves every file as it was', async () => {
  put('a-good.json', deliberationRecord({ id: 'good' }));
  put('b-cut.json', JSON.stringify(deliberationRecord()).slice(0, 100));
  put('c-other.json', { name: 'some-package', version: '1.0.0' });
  put('d-empty.json', '');
  put('e-failed.json', deliberationRecord({ id: 'failed', status: 'failed' }));
  put('f-export.json', { format: 'witan-decisions', version: 99, decisions: [] });
  put('notes.md', 'not looked at');
  mkdirSync(path.join(folder, 'g-folder.json'));
  execFileSync('mkfifo', [path.join(folder, 'h-pipe.json')]);
  const names = readdirSync(folder);
  const before = readFileSync(path.join(folder, 'b-cut.json'), 'utf8');
  const { faults, ...counts } = await importDecisions(graph, folder);
  expect(counts).toEqual({ files: 8, imported: 1, known: 0, undecided: 1, outcomes: 0 });
  expect(faults).toEqual([
    { file: 'b-cut.json', fault: 'it is not JSON, or only the beginning of it' },
    { file: 'c-other.json', fault: expect.stringContaining('not the result of a deliberation (deliberation_id:') },
    { file: 'd-empty.json', fault: 'it is empty' },
    { file: 'f-export.json', fault: expect.stringContaining('exported by another version') },
    { file: 'g-folder.json', fault: 'it is not a file' },
    { file: 'h-pipe.json', fault: 'it is not a file' },
  ]);
  expect(readdirSync(folder)).toEqual(names);
  expect(readFileSync(path.join(folder, 'b-cut.json'), 'utf8')).toBe(before);
});

it('takes secrets out of what it reads', async () => {
  put('1.json', deliberationRecord({ id: 'a', rationale: 'The password is hunter2.', response: 'Say hunter2.' }));
  await importDecisions(graph, folder);
  const stored = JSON.stringify(await graph.get('a'));
  expect(stored).not.toContain('hunter2');
  expect(stored).toContain('[secret]');
});

it('does not overwrite an outcome that was recorded since', async () => {
  const decision = { ...(await exported('a')), outcome: outcome('wrong') };
  await graph.setOutcome('a', { outcome: 'right' });
  put('export.json', { format: 'witan-decisions', version: 1, decisions: [decision, { id: 'broken' }] });
  const report = await importDecisions(graph, path.join(folder, 'export.json'));
  expect(report).toMatchObject({ known: 1, outcomes: 0 });
  expect(report.faults[0]?.fault).toContain('its decision 2 cannot be used (question:');
  expect((await graph.get('a'))?.outcome?.outcome).toBe('right');
});

it('keeps an outcome whose successor is not there any more', async () => {
  const decision = { ...(await exported('a')), outcome: { ...outcome('superseded'), superseded_by: 'gone' } };
  await graph.delete('a');
  put('export.json', { format: 'witan-decisions', version: 1, decisions: [decision] });
  expect(await importDecisions(graph, path.join(folder, 'export.json'))).toMatchObject({ imported: 1, outcomes: 1 });
  expect((await graph.get('a'))?.outcome).toMatchObject({ outcome: 'superseded', supersededBy: null });
});

it('reads a vote without a confidence as one without, not as one with 0', async () => {
  const decision = await exported('a');
  const stances = (decision.stances as object[]).map((stance) => ({ ...stance, confidence: null }));
  await graph.delete('a');
  put('export.json', { format: 'witan-decisions', version: 1, decisions: [{ ...decision, stances }] });
  await importDecisions(graph, path.join(folder, 'export.json'));
  expect((await graph.get('a'))?.stances).toMatchObject([
    { option: 'PostgreSQL', confidence: null },
    { option: 'PostgreSQL', confidence: null },
  ]);
});

it('says that there is no such folder', async () => {
  await expect(importDecisions(graph, path.join(folder, 'nowhere'))).rejects.toThrow(
    /there is no folder or file .*nowhere; name the folder of the transcripts/,
  );
});

const outcome = (kind: string) => ({
  outcome: kind,
  note: null,
  superseded_by: null,
  recorded_at: '2026-01-05T00:00:00.000Z',
});

async function exported(id: string): Promise<Record<string, unknown>> {
  await graph.remember(deliberationRecord({ id }));
  const { exportDecisions } = await import('../../../../src/decisions/export/export-decisions.js');
  let text = '';
  for await (const part of exportDecisions(graph, 'json', { now: new Date() })) text += part;
  return (JSON.parse(text) as { decisions: Record<string, unknown>[] }).decisions[0] ?? {};
}
