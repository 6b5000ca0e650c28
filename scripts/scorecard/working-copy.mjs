import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const LEFT_BEHIND = new Set(['.git', 'node_modules', 'dist', 'coverage', '.witan', 'transcripts']);

/**
 * The tree once more, in a folder that is removed with this process. Packages are linked one by one: the folder that
 * holds them is its own, so that whatever is cached there by a tool does not reach the tree it came from.
 */
export function makeWorkingCopy(root) {
  const folder = mkdtempSync(path.join(tmpdir(), 'witan-guards-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const name of readdirSync(root)) {
    if (!LEFT_BEHIND.has(name)) cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  }
  mkdirSync(path.join(folder, 'node_modules'));
  for (const name of readdirSync(path.join(root, 'node_modules'))) {
    if (/^\.(cache|vite)/.test(name)) continue;
    symlinkSync(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name));
  }
  let isBuilt = false;
  return {
    folder,
    read: (file) => readFileSync(path.join(folder, file), 'utf8'),
    write(file, text) {
      writeFileSync(path.join(folder, file), text);
      isBuilt = false;
    },
    /** Does nothing where nothing was written since the last time. */
    async build() {
      if (isBuilt) return;
      await buildPrograms(folder);
      isBuilt = true;
    },
  };
}

/** The programs alone: types and licenses guard nothing. */
async function buildPrograms(folder) {
  const dist = path.join(folder, 'dist');
  const script = path.join(folder, 'scripts/build/bundle-all.mjs');
  // By its time too: a build whose guard was removed is another module than the one that is loaded already.
  const { bundleAll } = await import(`${pathToFileURL(script).href}?${statSync(script).mtimeMs}`);
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  await bundleAll(folder, dist);
}
