import { realpath } from 'node:fs/promises';
import { findExecutable } from '../../../processes/index.js';

/** Only where the system itself keeps them: a PATH could be led into the project, and so could a link. */
export async function findSystemProgram(name: string): Promise<string | undefined> {
  const path = await findExecutable(name, { PATH: SYSTEM_PATH });
  if (path === undefined) return undefined;
  const real = await realpath(path).catch(() => '');
  return SYSTEM_TREES.some((tree) => real.startsWith(tree)) ? path : undefined;
}

const SYSTEM_PATH = '/usr/bin:/bin';
const SYSTEM_TREES = ['/usr/', '/bin/'];
