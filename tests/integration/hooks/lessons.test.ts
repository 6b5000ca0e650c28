import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type GuidanceProject, guidanceProject, hookEvent } from '../../support/guidance-project.js';
import { NEUTRAL, runHookProgram } from './hook-program.js';

const CORRECTIONS = [
  'We always regenerate the lockfile after a dependency change, you forgot it.',
  'I told you: no console.log calls in the worker sources.',
  'From now on we always run the migration test for the orders table.',
];

function transcriptOf({ folder }: GuidanceProject): string {
  const file = join(folder, 'transcript.jsonl');
  const lines = CORRECTIONS.map((content, at) =>
    JSON.stringify({ type: 'user', uuid: `u${at}`, message: { role: 'user', content } }),
  );
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

function stop(project: GuidanceProject, fields: object = {}, environment: NodeJS.ProcessEnv = {}) {
  const told = { last_assistant_message: 'Sorry.', transcript_path: transcriptOf(project), ...fields };
  return runHookProgram('stop', hookEvent(project, 'Stop', told), { environment });
}

const graphFile = ({ folder }: GuidanceProject, name: string) => join(folder, '.claude/graphs', `${name}_graph.json`);
const nodesOf = (project: GuidanceProject, name = 'default') =>
  (JSON.parse(readFileSync(graphFile(project, name), 'utf8')) as { nodes: Record<string, unknown>[] }).nodes;

/** Fifty megabytes of other nodes. */
function writeHugeGraph(project: GuidanceProject, name: string): void {
  mkdirSync(join(project.folder, '.claude/graphs'), { recursive: true });
  const nodes = Array.from({ length: 50_000 }, (_, at) => ({ id: `n${at}`, type: 'Entity', label: 'x'.repeat(960) }));
  writeFileSync(graphFile(project, name), JSON.stringify({ nodes, edges: [] }, undefined, 2));
}

describe('the Stop hook as a process', () => {
  it('learns every lesson, next to a graph of 50 MB and into one', { timeout: 120_000 }, async () => {
    for (const name of ['other', 'default']) {
      const project = guidanceProject({});
      writeHugeGraph(project, name);
      expect(await stop(project, {}, { WITAN_HOOK_TIMEOUT_MS: '200' })).toEqual(NEUTRAL);
      // If the machine was too slow, the lessons wait, and the next stop continues.
      for (let time = 0; time < 20 && !log(project).includes('"settled"'); time++) await stop(project);
      expect(nodesOf(project).slice(name === 'default' ? 50_000 : 0)).toHaveLength(CORRECTIONS.length);
      expect(readdirSync(join(project.folder, '.claude/graphs')).filter((file) => file.startsWith('.'))).toEqual([]);
    }
  });

  it('leaves a graph of 50 MB alone that it is not about', { timeout: 60_000 }, async () => {
    const project = guidanceProject({});
    writeHugeGraph(project, 'other');
    const { mtimeMs } = statSync(graphFile(project, 'other'));
    await stop(project);
    expect(statSync(graphFile(project, 'other')).mtimeMs).toBe(mtimeMs);
  });

  it('learns each lesson once, however many processes and forked sessions see the same messages', async () => {
    const project = guidanceProject({});
    transcriptOf(project);
    const sessions = ['s1', 's1', 's1', 'fork-1', 'fork-2'];
    const ends = await Promise.all(sessions.map((session_id) => stop(project, { session_id })));
    expect(ends).toEqual(sessions.map(() => NEUTRAL));
    await stop(project, { session_id: 'fork-3' });
    expect(nodesOf(project).map(({ seen_count }) => seen_count)).toEqual([1, 1, 1]);
  });
});

function log({ dataFolder }: GuidanceProject): string {
  return readFileSync(join(dataFolder, 'lessons.jsonl'), 'utf8');
}
