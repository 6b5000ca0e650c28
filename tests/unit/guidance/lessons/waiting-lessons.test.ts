import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type LearnInput, learnLessons } from '../../../../src/guidance/lessons/learn-lessons.js';
import { hasWaitingLessons } from '../../../../src/guidance/lessons/lesson-log.js';
import { createKnowledge } from '../../../../src/guidance/operations/create-knowledge.js';
import type { Turn } from '../../../../src/guidance/transcript/turn.js';
import { NOW, node, type ProjectFixture, project } from '../fixture.js';

const LESSON: Turn = { role: 'user', text: 'From now on update marketplace.json, you forgot it again.' };
const OTHER: Turn = { role: 'user', text: 'I told you: no console.log calls in the worker sources.' };
const block = (label: string, triad: string): Turn => ({
  role: 'assistant',
  text: `[PROCESS_KNOWLEDGE]\nlabel: ${label}\ntriad: ${triad}\npattern: {action: do it}\n[/PROCESS_KNOWLEDGE]`,
});

function learn(folders: ProjectFixture, turns: readonly Turn[], changes: Partial<LearnInput> = {}) {
  const input = { folders, turns, sessionId: 's1', now: NOW, redact: (text: string) => text, lockWaitMs: 30 };
  return learnLessons({ ...input, ...changes });
}

const labels = (folders: ProjectFixture, graph = 'default') => folders.readNodes(graph).map(({ label }) => label);

describe('a lesson that cannot be stored', () => {
  it('waits while another process holds the lock, and is stored by the next one that comes', async () => {
    const folders = project();
    writeFileSync(path.join(folders.dataFolder, '.graphs.lock'), 'another process');
    let isKept = false;
    const { faults } = await learn(folders, [LESSON], { onKept: () => (isKept = true) });
    expect(faults).toEqual([expect.stringContaining('another process')]);
    expect([isKept, hasWaitingLessons(folders.dataFolder)]).toEqual([true, true]);
    rmSync(path.join(folders.dataFolder, '.graphs.lock'));
    const { lessons } = await learn(folders, [OTHER], { sessionId: 's2' });
    expect(lessons).toHaveLength(2);
    expect(labels(folders)).toHaveLength(2);
    expect(hasWaitingLessons(folders.dataFolder)).toBe(false);
  });

  it('waits until a broken graph is corrected, and the doctor hears why', async () => {
    const folders = project();
    folders.write(folders.graphFile('default'), '{"nodes": [');
    expect((await learn(folders, [LESSON])).faults).toEqual([
      expect.stringContaining('default_graph.json is not a JSON object'),
    ]);
    for (let time = 0; time < 3; time++) await learn(folders, []);
    const log = readFileSync(path.join(folders.dataFolder, 'lessons.jsonl'), 'utf8');
    expect(log.match(/"fault"/g)).toHaveLength(1);
    expect(createKnowledge({ folders, redact: (text) => text }).health().faults).toContainEqual(
      expect.stringMatching(/^1 learned lesson waits to be stored: default_graph.json/),
    );
    folders.write(folders.graphFile('default'), '{"nodes": []}');
    await learn(folders, []);
    expect(labels(folders)).toHaveLength(1);
    expect(createKnowledge({ folders, redact: (text) => text }).health().faults).toEqual([]);
  });

  it('does not count as kept when it cannot be written: its turns must be read again', async () => {
    const folders = project();
    rmSync(folders.dataFolder, { recursive: true });
    writeFileSync(folders.dataFolder, '');
    let isKept = false;
    const { faults } = await learn(folders, [LESSON], { onKept: () => (isKept = true) });
    expect([isKept, faults]).toEqual([false, [expect.stringContaining('cannot be written')]]);
  });

  it('is neither doubled nor counted when a process ended between the graph and its note of it', async () => {
    const folders = project();
    const log = path.join(folders.dataFolder, 'lessons.jsonl');
    const forget = () => {
      const lines = readFileSync(log, 'utf8').trim().split('\n');
      writeFileSync(log, `${lines.filter((line) => !line.includes('"settled"')).join('\n')}\n`);
    };
    await learn(folders, [block('Two', 'default'), LESSON]);
    forget();
    await learn(folders, []);
    expect(folders.readNodes('default')).toMatchObject([{ seen_count: 1 }, { seen_count: 1 }]);
    await learn(folders, [LESSON], { sessionId: 's2' });
    forget();
    await learn(folders, []);
    expect(folders.readNodes('default')).toMatchObject([{ seen_count: 1 }, { seen_count: 2 }]);
  });

  it('has no secret while it waits', async () => {
    const folders = project();
    writeFileSync(path.join(folders.dataFolder, '.graphs.lock'), 'another process');
    const text =
      '[PROCESS_KNOWLEDGE]\nlabel: Key\ndescription: use hunter2\npattern: {action: use hunter2}\n[/PROCESS_KNOWLEDGE]';
    await learn(
      folders,
      [
        { role: 'assistant', text },
        { role: 'user', text: 'I told you again: never put the token hunter2 in a.json.' },
      ],
      {
        redact: (said) => said.replaceAll('hunter2', '[gone]'),
      },
    );
    const log = readFileSync(path.join(folders.dataFolder, 'lessons.jsonl'), 'utf8');
    expect(log).toContain('[gone]');
    expect(log).not.toContain('hunter2');
  });
});

describe('the graph that a block names', () => {
  it.each([
    ['no graph of ours', '{"vertices": []}'],
    ['a list', '[]'],
    ['broken', '{"nodes": ['],
  ])('is passed by if it is %s', async (_, text) => {
    const folders = project();
    folders.write(folders.graphFile('testing'), text);
    const { lessons, faults } = await learn(folders, [block('One', 'testing')]);
    expect([faults, lessons.map(({ graph }) => graph)]).toEqual([[], ['default']]);
    expect(readFileSync(folders.graphFile('testing'), 'utf8')).toBe(text);
  });

  it.skipIf(process.getuid?.() === 0)('is passed by if it leads to a folder that cannot be written', async () => {
    const folders = project();
    const closed = path.join(folders.projectFolder, 'closed');
    folders.write('closed/shared.json', '{"nodes":[]}');
    mkdirSync(path.dirname(folders.graphFile()), { recursive: true });
    symlinkSync(path.join(closed, 'shared.json'), folders.graphFile('shared'));
    chmodSync(closed, 0o500);
    const { lessons } = await learn(folders, [block('One', 'shared')]);
    chmodSync(closed, 0o700);
    expect(lessons).toMatchObject([{ graph: 'default' }]);
  });
});

describe('the lessons of one stop', () => {
  it('enter each graph in one write, and leave neither drafts of files nor locks behind', async () => {
    const folders = project([node()]);
    const { lessons } = await learn(folders, [
      block('One', 'deployment'),
      block('Two', 'deployment'),
      block('One', 'testing'),
      LESSON,
      OTHER,
    ]);
    expect(lessons.map(({ graph, isKnown }) => [graph, isKnown])).toEqual([
      ['deployment', false],
      ['deployment', false],
      ['deployment', true],
      ['default', false],
      ['default', false],
    ]);
    expect(labels(folders, 'deployment').slice(1)).toEqual(['One', 'Two']);
    expect(readdirSync(path.dirname(folders.graphFile())).sort()).toEqual([
      'default_graph.json',
      'deployment_graph.json',
    ]);
    expect(readdirSync(folders.dataFolder).sort()).toEqual([
      expect.stringMatching(/^hook-index/),
      'lessons.jsonl',
      'project.json',
      'trusted-items.txt',
    ]);
  });

  it('keep the permissions of the file', async () => {
    const folders = project();
    folders.writeGraph([node()], 'default');
    chmodSync(folders.graphFile('default'), 0o600);
    await learn(folders, [LESSON]);
    expect(labels(folders)).toHaveLength(2);
    expect(statSync(folders.graphFile('default')).mode & 0o777).toBe(0o600);
  });
});
