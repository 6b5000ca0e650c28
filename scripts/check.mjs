// Everything that is checked without running the program, in two lines of work at a time. Prints the output of all that
// fails, types first: formatting is the least of it.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const LINES = [
  ['check:types', 'check:types:web', 'check:format'],
  ['check:lint', 'check:unused'],
];

const root = path.resolve(import.meta.dirname, '..');
const { scripts: commands } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const PATH = [path.join(root, 'node_modules', '.bin'), process.env.PATH].join(path.delimiter);

process.exitCode = 0;
await Promise.all(
  LINES.map(async (scripts) => {
    for (const script of scripts) if (!(await passes(script))) process.exitCode = 1;
  }),
);

async function passes(script) {
  // Not through `npm run`: npm has to start for each.
  const child = spawn(commands[script], { shell: true, cwd: root, env: { ...process.env, PATH } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text;
    });
  }
  const code = await new Promise((resolve) => child.on('close', resolve).on('error', () => resolve(1)));
  if (code !== 0) console.error(`npm run ${script}\n${output}`);
  return code === 0;
}
