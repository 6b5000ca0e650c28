import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Unavailable } from '../unavailable.mjs';

// A Node that has SQLite built in, whatever Node runs this.
const PACKAGES = ['node@24', 'sqlite-vec@0.1.9', 'hdbscan-ts@1.0.17'];

/** What a user would pick instead, installed outside the project at the first run and kept for the next. */
export async function installRivals() {
  installed ??= install();
  return installed;
}

let installed;

async function install() {
  const cache = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
  const folder = path.join(cache, 'witan-bench', `${process.platform}-${process.arch}`);
  const modules = path.join(folder, 'node_modules');
  const rivals = {
    folder,
    node: path.join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node'),
    sqliteVec: path.join(modules, 'sqlite-vec'),
    hdbscan: path.join(modules, 'hdbscan-ts'),
  };
  if ([rivals.node, rivals.sqliteVec, rivals.hdbscan].every((file) => existsSync(file))) return rivals;
  try {
    mkdirSync(folder, { recursive: true });
    const options = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--loglevel', 'error'];
    console.error(`installing ${PACKAGES.join(', ')} into ${folder}`);
    await promisify(execFile)('npm', [...options, ...PACKAGES], {
      cwd: folder,
      timeout: 120_000,
      shell: process.platform === 'win32',
    });
    if (!existsSync(rivals.node)) throw new Error('npm has left out the program of Node 24');
    return rivals;
  } catch (error) {
    throw new Unavailable(`cannot install what to measure against: ${error.message.split('\n')[0]}`);
  }
}
