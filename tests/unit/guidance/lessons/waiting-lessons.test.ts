import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type LearnInput, learnLessons } from '../../../../src/guidance/lessons/learn-lessons.js';
import { hasWaitingLessons } from '../../../../src/guidance/lessons/lesson-log.js';
import type { Turn } from '../../../../src/guidance/lessons/turn.js';
import { createKnowledge } from '../../../../src/guidance/operations/create-knowledge.js';
import { NOW, node, type ProjectFixture, project } from '../fixture.js';

const LESSON: Turn = { role: 'user', text: 'Next time update marketplace.json.' };
const OTHER: Turn = { role: 'user', text: 'I told you: no console.log calls in the worker sources.' };
const block = (label: string, triad: string): Turn => ({
  role: 'assistant',
  text: `[PROCESS_KNOWLEDGE]\nlabel: ${label}\ntriad: ${triad}\npattern: {action: do it}\n[/PROCESS_KNOWLEDGE]`,
});

function learn(place: ProjectFixture, turns: readonly Turn[], changes: Partial<LearnInput> = {}) {
  const input = { place, turns, sessionId: 's1', now: NOW, redact: (text: string) => text, lockWaitMs: 30 };
  return learnLessons({ ...input, ...changes });
}

const labels = (place: ProjectFixture, graph = 'default') => place.readNodes(graph).map(({ label }) => label);

describe('a lesson that cannot be stored', () => {
  it('waits while another process holds the lock, and is stored by the next one that comes', async () => {
    const place = project();
    place.write('.witan/.graphs.lock', 'somebody');
    let isKept = false;
    const { faults } = await learn(place, [LESSON], { onKept: () => (isKept = true) });
    expect(faults).toEqual([expect.stringContaining('another process')]);
    expect([isKept, hasWaitingLessons(place.dataFolder)]).toEqual([true, true]);
    rmSync(path.join(place.dataFolder, '.graphs.lock'));
    const { lessons } = await learn(place, [OTHER], { sessionId: 's2' });
    expect(lessons).toHaveLength(2);
    expect(labels(place)).toHaveLength(2);
    expect(hasWaitingLessons(place.dataFolder)).toBe(false);
  });

  it('waits until a broken graph is corrected, and the doctor hears why', async () => {
    const place = project();
    place.write(place.graphFile('default'), '{"nodes": [');
    expect((await learn(place, [LESSON])).faults).toEqual([
      expect.stringContaining('default_graph.json is not a JSON object'),
    ]);
    for (let time = 0; time < 3; time++) await learn(place, []);
    const log = readFileSync(path.join(place.dataFolder, 'lessons.jsonl'), 'utf8');
    expect(log.match(/"fault"/g)).toHaveLength(1);
    expect(createKnowledge({ place, redact: (text) => text }).health().faults).toContainEqual(
      expect.stringMatching(/^1 learned lesson waits to be stored: default_graph.json/),
    );
    place.write(place.graphFile('default'), '{"nodes": []}');
    await learn(place, []);
    expect(labels(place)).toHaveLength(1);
    expect(createKnowledge({ place, redact: (text) => text }).health().faults).toEqual([]);
  });

  it('does not count as kept when nothing can be written down: its turns must be read again', async () => {
    const place = project();
    writeFileSync(place.dataFolder, '');
    let isKept = false;
    const { faults } = await learn(place, [LESSON], { onKept: () => (isKept = true) });
    expect([isKept, faults]).toEqual([false, [expect.stringContaining('cannot be written')]]);
  });

  it('is neither doubled nor counted when a process ended between the graph and its note of it', async () => {
    const place = project();
    const log = path.join(place.dataFolder, 'lessons.jsonl');
    const forget = () => {
      const lines = readFileSync(log, 'utf8').trim().split('\n');
      writeFileSync(log, `${lines.filter((line) => !line.includes('"settled"')).join('\n')}\n`);
    };
    await learn(place, [block('Two', 'default'), LESSON]);
    forget();
    await learn(place, []);
    expect(place.readNodes('default')).toMatchObject([{ seen_count: 1 }, { seen_count: 1 }]);
    await learn(place, [LESSON], { sessionId: 's2' });
    forget();
    await learn(place, []);
    expect(place.readNodes('default')).toMatchObject([{ seen_count: 1 }, { seen_count: 2 }]);
  });

  it('holds no secret while it waits', async () => {
    const place = project();
    place.write('.witan/.graphs.lock', 'somebody');
    const text =
      '[PROCESS_KNOWLEDGE]\nlabel: Key\ndescription: use hunter2\npattern: {action: use hunter2}\n[/PROCESS_KNOWLEDGE]';
    await learn(
      place,
      [
        { role: 'assistant', text },
        { role: 'user', text: 'I told you about the token hunter2 in a.json.' },
      ],
      {
        redact: (said) => said.replaceAll('hunter2', '[gone]'),
      },
    );
    const log = readFileSync(path.join(place.dataFolder, 'lessons.jsonl'), 'utf8');
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
    const place = project();
    place.write(place.graphFile('testing'), text);
    const { lessons, faults } = await learn(place, [block('One', 'testing')]);
    expect([faults, lessons.map(({ graph }) => graph)]).toEqual([[], ['default']]);
    expect(readFileSync(place.graphFile('testing'), 'utf8')).toBe(text);
  });

  it.skipIf(process.getuid?.() === 0)('is passed by if it leads to a folder that cannot be written', async () => {
    const place = project();
    const closed = path.join(place.projectFolder, 'closed');
    place.write('closed/shared.json', '{"nodes":[]}');
    mkdirSync(path.dirname(place.graphFile()), { recursive: true });
    symlinkSync(path.join(closed, 'shared.json'), place.graphFile('shared'));
    chmodSync(closed, 0o500);
    const { lessons } = await learn(place, [block('One', 'shared')]);
    chmodSync(closed, 0o700);
    expect(lessons).toMatchObject([{ graph: 'default' }]);
  });
});

describe('the lessons of one stop', () => {
  it('enter each graph in one write, and leave neither drafts of files nor locks behind', async () => {
    const place = project([node()]);
    const { lessons } = await learn(place, [
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
    expect(labels(place, 'deployment').slice(1)).toEqual(['One', 'Two']);
    expect(readdirSync(path.dirname(place.graphFile())).sort()).toEqual([
      'default_graph.json',
      'deployment_graph.json',
    ]);
    expect(readdirSync(place.dataFolder).sort()).toEqual(['.gitignore', 'lessons.jsonl']);
  });

  it('keep the permissions of the file', async () => {
    const place = project();
    place.writeGraph([node()], 'default');
    chmodSync(place.graphFile('default'), 0o600);
    await learn(place, [LESSON]);
    expect(labels(place)).toHaveLength(2);
    expect(statSync(place.graphFile('default')).mode & 0o777).toBe(0o600);
  });
});
