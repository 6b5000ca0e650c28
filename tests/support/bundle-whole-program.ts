import path from 'node:path';
import { pathToFileURL } from 'node:url';
// @ts-expect-error: the build scripts are plain JavaScript
import { bundle } from '../../scripts/build/bundle-all.mjs';
import { scratchFolder } from './scratch-folder.js';
import { ROOT } from './source-files.js';

/** A fixture with the whole program in it, which finds its workers and assets where the built one does. */
export async function bundleWholeProgram(entry: string): Promise<string> {
  const outfile = path.join(scratchFolder('program'), 'program.cjs');
  const moduleUrl = JSON.stringify(pathToFileURL(path.join(ROOT, 'dist', 'server.cjs')).href);
  const define = { 'import.meta.url': moduleUrl };
  await bundle(ROOT, { format: 'cjs', target: 'node20', define, entryPoints: [entry], outfile });
  return outfile;
}
