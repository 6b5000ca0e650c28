import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../support/source-files.js';

interface LockedPackage {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly resolved?: string;
}

const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>;
};

it('locks the optional packages of every platform, without which `npm ci` refuses to install', () => {
  const missing = Object.entries(lock.packages).flatMap(([folder, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(folder, name)),
  );
  expect(missing).toEqual([]);
});

it('names no registry that packages come from', () => {
  expect(Object.entries(lock.packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

/** A package is found in its own node_modules or in that of any folder above. */
function isLocked(folder: string, name: string): boolean {
  if (`${folder}${folder === '' ? '' : '/'}node_modules/${name}` in lock.packages) return true;
  return folder !== '' && isLocked(folder.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, ''), name);
}
