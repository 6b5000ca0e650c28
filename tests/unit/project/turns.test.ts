import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { getFileTree } from '../../../src/council/evidence/tools/get-file-tree.js';
import { runCommand } from '../../../src/council/evidence/tools/run-command.js';
import type { Project } from '../../../src/project/project.js';
import { parseIgnoreFile } from '../../../src/project/walk-project.js';
import { evidenceProject } from '../../support/evidence-project.js';

/** The longest time for which no other work had its turn, as a part of the whole. */
async function longestHold(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  let last = started;
  let longest = 0;
  let isOver = false;
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work();
  isOver = true;
  look();
  return longest / (performance.now() - started);
}

/** Without turns it is nearly all of the time. */
const MAX = 0.4;

async function projectOf(count: number, name: (index: number) => string, files: Record<string, string> = {}) {
  const made = await evidenceProject(files);
  mkdirSync(made.root, { recursive: true });
  for (let index = 0; index < count; index++) writeFileSync(path.join(made.root, name(index)), '');
  return made;
}

describe('other work', () => {
  it('runs while names are compared with slow ignore rules', async () => {
    const { ask } = await projectOf(400, (index) => 'a'.repeat(240) + index, {
      '.gitignore': `${'*a'.repeat(12)}b\n`.repeat(5000),
    });
    expect(await longestHold(() => ask(getFileTree, {}))).toBeLessThan(MAX);
  });

  it('runs while a wide folder is checked', async () => {
    const { project } = await projectOf(5000, (index) => `${'é'.repeat(60)}.a.b.${index}`);
    expect(await longestHold(() => project.listFolder('.'))).toBeLessThan(MAX);
  });

  it('runs while many names are compared with patterns, so that the time limit ends it', async () => {
    const { project, context } = await projectOf(3000, (index) => 'a'.repeat(200) + index);
    const patterns = Array.from({ length: 10 }, (_, index) => ['-o', '-name', `${'*[ab]?a?'.repeat(12)}b${index}`]);
    const args = ['.', ...patterns.flat().slice(1)];
    const controller = new AbortController();
    const walk: Project['walk'] = async function* (options) {
      for await (const entry of project.walk({ ...options, signal: controller.signal })) {
        if (entry.path.endsWith('a0')) setImmediate(() => controller.abort());
        yield entry;
      }
    };
    const limited = { ...context, project: { ...project, walk }, signal: controller.signal };
    const ran = await runCommand.run({ command: 'find', args }, limited);
    expect(ran).toEqual({ ok: false, error: expect.stringContaining('The time was up') });
  });
});

describe('an ignore file', () => {
  it('has a limited number of slow rules', () => {
    const slow = Array.from({ length: 300 }, (_, index) => `*a*x${index}x*b`).join('\n');
    const rules = parseIgnoreFile(`${slow}\n*.log\nbuild/\n`);
    expect(rules.slowRules).toBe(200);
    expect(rules.verdict('ax0xb', 'ax0xb', false)).toBe(true);
    expect(rules.verdict('ax299xb', 'ax299xb', false)).toBeUndefined();
    expect(rules.verdict('x.log', 'x.log', false)).toBe(true);
  });
});
