import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { scratchFolder } from '../mcp-session.mjs';
import { Unavailable } from '../unavailable.mjs';

export const ROOT = path.resolve(import.meta.dirname, '../../..');

/** What the given sources export (names by file), compiled as they are now. */
export async function loadSources(exportsByFile) {
  return createRequire(import.meta.url)(await bundleSources(exportsByFile));
}

/** The same as a file, for a process of its own. */
export async function bundleSources(exportsByFile) {
  const files = Object.keys(exportsByFile);
  const missing = files.find((file) => !existsSync(path.join(ROOT, file)));
  if (missing !== undefined) throw new Unavailable(`${missing} does not exist`);
  const contents = files.map((file) => `export { ${exportsByFile[file].join(', ')} } from './${file}';`).join('\n');
  bundles += 1;
  const outfile = path.join(scratchFolder(), `sources-${bundles}.cjs`);
  // Assets are looked up from the folder of the built program.
  const moduleUrl = JSON.stringify(pathToFileURL(path.join(ROOT, 'dist', 'bench.js')).href);
  await build({
    stdin: { contents, resolveDir: ROOT, loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    define: { 'import.meta.url': moduleUrl },
    // Threads are measured in the built program only.
    external: ['piscina'],
    logLevel: 'error',
  });
  return outfile;
}

let bundles = 0;
