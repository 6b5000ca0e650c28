import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFolder } from '../../kernel/installation.js';
import type { SlashCommand } from '../shell.js';

const NAMES = [
  ...['knowledge-review-drafts', 'knowledge-promote', 'knowledge-archive', 'knowledge-show', 'retro'],
  ...['coach-start', 'coach-hint', 'coach-wrap-up'],
];

/** The commands of the plugin that `init` installs in a project. */
export async function readSlashCommands(): Promise<readonly SlashCommand[]> {
  const folder = join(packageFolder() ?? '.', 'plugin', 'commands');
  return Promise.all(NAMES.map(async (name) => ({ name, text: await readFile(join(folder, `${name}.md`), 'utf8') })));
}
