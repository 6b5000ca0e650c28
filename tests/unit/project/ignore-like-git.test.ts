import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { evidenceProject } from '../../support/evidence-project.js';

const NAMES = ['a', 'b', 'foo', 'bar', 'foo.ts', 'bar.log', 'x y', 'A.TS', '.hid', '[z]', 'b!'];
const PARTS = [
  ...['a', 'b', 'foo', '*', '*.ts', 'f*o', '?', '[ab]', '[!a]', '**', 'foo.*', '*.log', 'b*', '\\*', '.h*', 'x y'],
  ...['\\[z\\]', '**a', 'a**', '[[:alpha:]]', '[a-c]', 'fo[]o]o', 'b\\!', '{a,b}'],
];

const hasGit = spawnSync('git', ['--version']).status === 0;
if (!hasGit) console.log('skipped: comparing ignore rules with git needs git');

describe('ignore files', () => {
  it.skipIf(!hasGit)('leave out precisely what git leaves out, in trees made at random', async () => {
    for (let seed = 1; seed <= 12; seed++) {
      const { root, project } = await evidenceProject();
      growTree(root, 0, randomNumbers(seed));
      execFileSync('git', ['init', '-q', root]);
      const settings = ['-c', 'core.excludesFile=/dev/null', '-c', 'core.ignoreCase=false'];
      const listed = execFileSync('git', [...settings, 'ls-files', '-o', '--exclude-standard', '-z'], { cwd: root });
      const ours: string[] = [];
      for await (const entry of project.walk({ signal: new AbortController().signal }))
        if (entry.kind !== 'folder') ours.push(entry.path);
      expect(ours.sort(), `seed ${seed}`).toEqual(listed.toString().split('\0').filter(Boolean).sort());
    }
  });
});

type Random = () => number;

function growTree(folder: string, depth: number, random: Random): void {
  for (const name of NAMES) {
    if (random() < 0.5) continue;
    const target = path.join(folder, name);
    if (depth < 3 && random() < 0.4) {
      mkdirSync(target);
      growTree(target, depth + 1, random);
    } else writeFileSync(target, '');
  }
  if (depth === 0 || random() < 0.5) writeFileSync(path.join(folder, '.gitignore'), rules(random));
}

function rules(random: Random): string {
  const lines = Array.from({ length: 5 }, () => {
    const parts = Array.from(
      { length: 1 + Math.floor(random() * 3) },
      () => PARTS[Math.floor(random() * PARTS.length)],
    );
    const front = (random() < 0.05 ? '#' : '') + (random() < 0.3 ? '!' : '') + (random() < 0.2 ? '/' : '');
    const end = (random() < 0.25 ? '/' : '') + (random() < 0.1 ? '  ' : '') + (random() < 0.2 ? '\r' : '');
    return front + parts.join('/') + end;
  });
  return `${lines.join('\n')}\n`;
}

function randomNumbers(seed: number): Random {
  let state = seed * 2654435761;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
