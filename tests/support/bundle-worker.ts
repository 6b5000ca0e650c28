import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { scratchFolder } from './scratch-folder.js';
import { ROOT } from './source-files.js';

/** A worker's program made from the sources as they are now, whatever was built last. */
export async function bundleWorker(entry: string): Promise<string> {
  const outfile = path.join(scratchFolder('worker'), 'worker.mjs');
  // Assets are looked up from the folder of the built program.
  const dist = path.join(ROOT, 'dist');
  const moduleUrl = JSON.stringify(pathToFileURL(path.join(dist, 'semantics-worker.js')).href);
  await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    format: 'esm',
    // As in the built program: some packages in it call `require`.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    // Piscina looks for its worker in `__dirname`, which an ES module does not have.
    define: { 'import.meta.url': moduleUrl, __dirname: JSON.stringify(dist) },
    logLevel: 'error',
  });
  return outfile;
}
