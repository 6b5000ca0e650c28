import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { scratchFolder } from './scratch-folder.js';
import { ROOT } from './source-files.js';

const run = promisify(execFile);

/** Packs the built program with the steps of `npm pack`, in a copy: they change two files and restore them. */
export async function packWitan(): Promise<{ readonly tarball: string; readonly copy: string }> {
  const copy = scratchFolder('to-pack');
  const { files } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { files: string[] };
  const copied = ['package.json', 'scripts/package', ...files.filter((file) => !file.startsWith('!'))];
  const isNeeded = (file: string) => !file.endsWith('.cache');
  for (const name of copied)
    cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true, filter: isNeeded });
  mkdirSync(path.join(copy, 'node_modules'));
  const destination = scratchFolder('packed');
  const change = path.join(copy, 'scripts/package/change-for-package.mjs');
  await run(process.execPath, [change]);
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', destination], { cwd: copy });
  await run(process.execPath, [change, '--restore']);
  const [tarball = ''] = readdirSync(destination);
  return { tarball: path.join(destination, tarball), copy };
}
