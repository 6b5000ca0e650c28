import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { scratchFolder } from './scratch-folder.js';
import { ROOT } from './source-files.js';

const FIXTURES = path.join(ROOT, 'tests', 'fixtures', 'demo');

/** A copy of a database that an earlier version wrote, when the demo was called "rehearsal". */
export function oldDemoDatabase(name: 'decisions' | 'runs'): string {
  const file = path.join(scratchFolder('old-demo'), 'data', `${name}.db`);
  mkdirSync(path.dirname(file));
  writeFileSync(file, gunzipSync(readFileSync(path.join(FIXTURES, `rehearsal-${name}.db.gz`))), { mode: 0o600 });
  return file;
}

export const OLD_DEMO_TRANSCRIPT = path.join(FIXTURES, 'rehearsal-transcript.json');
