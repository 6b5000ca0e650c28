import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const INPUTS = [
  'src',
  'adapters',
  'plugin/hooks',
  'scripts/build',
  'scripts/build.mjs',
  'package.json',
  'package-lock.json',
];

/** What a build was made from, without reading the files: how many there are, and the newest. */
export function stampOf(root) {
  const files = INPUTS.flatMap((input) => filesBelow(path.join(root, input)));
  return { files: files.length, newest: Math.max(...files.map((file) => statSync(file).mtimeMs)) };
}

export function isStale(root, dist) {
  try {
    const built = JSON.parse(readFileSync(path.join(dist, 'build.json'), 'utf8'));
    const now = stampOf(root);
    return built.files !== now.files || built.newest !== now.newest;
  } catch {
    return true;
  }
}

function filesBelow(file) {
  if (!statSync(file).isDirectory()) return [file];
  return readdirSync(file, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}
