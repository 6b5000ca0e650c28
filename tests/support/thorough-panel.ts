import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FIXTURES } from './serve-session.js';

const NAMES = ['north', 'east', 'south', 'west'];

/** Four programs that look at five files in each round and write long answers; the first one writes the summary. */
export const THOROUGH_PANEL = NAMES.map((cli) => ({ cli, model: 'large' }));

const CONFIG = {
  adapters: Object.fromEntries(
    NAMES.map((name) => [
      name,
      { type: 'cli', command: process.execPath, args: [`${FIXTURES}/thorough-voice.mjs`, name], output: 'text' },
    ]),
  ),
  council: {
    summarizers: ['north large'],
    early_stopping: { enabled: false },
    convergence_detection: { consecutive_stable_rounds: 5 },
  },
  defaults: { rounds: 3 },
  semantics: { embedding: 'none' },
};

/** Lines of YAML, without the version. */
export const THOROUGH_CONFIG = Object.entries(CONFIG)
  .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
  .join('');

/** The five files that they look at, long enough to fill what a look may return. */
export function writeNotes(project: string): void {
  mkdirSync(path.join(project, 'docs'));
  for (const note of ['load', 'backup', 'cost', 'team', 'limits']) {
    const lines = Array.from(
      { length: 60 },
      (_, index) => `The ${note} note, line ${index + 1}, tells what happened to the queue in that week of last year.`,
    );
    writeFileSync(path.join(project, 'docs', `${note}.md`), `${lines.join('\n')}\n`);
  }
}
