import path from 'node:path';
import { build } from 'esbuild';
import { scratchFolder } from './scratch-folder.js';
import { ROOT } from './source-files.js';

/** A program of the fixtures as one file that Node runs, made from the sources as they are now. */
export async function bundleProgram(entry: string): Promise<string> {
  const outfile = path.join(scratchFolder('program'), 'program.mjs');
  await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    format: 'esm',
    logLevel: 'error',
  });
  return outfile;
}
