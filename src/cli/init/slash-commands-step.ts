import { createHash } from 'node:crypto';
import { lstat, mkdir, readFile, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { formatCount } from '../../kernel/format-count.js';
import { packageFolder } from '../../kernel/installation.js';
import type { Shell, SlashCommand } from '../shell.js';
import type { ClientFile } from './read-client-file.js';
import type { Step } from './step.js';

type Needs = Pick<Shell, 'slashCommands' | 'writeFileAtomically' | 'stderr'>;

export interface SlashCommandsTarget extends ClientFile {
  readonly mayBeLink: boolean;
  /** Names of files that the team shares, which only `init --team` changes. */
  readonly shared: ReadonlySet<string>;
}

/** Commands such as /knowledge-promote for Claude Code. Files that the user wrote or changed are never touched. */
export async function slashCommandsStep(
  target: SlashCommandsTarget,
  remove: boolean,
  shell: Needs,
): Promise<Step | undefined> {
  const { file: folder, shown } = target;
  if (!target.mayBeLink) {
    if (await isLink(dirname(folder))) return undefined;
    if (await isLink(folder)) {
      if (!remove) shell.stderr.write(`witan: ${shown} is a link; the slash commands are not installed\n`);
      return undefined;
    }
  }
  const commands = (await shell.slashCommands()).filter(({ name }) => !target.shared.has(`${name}.md`));
  const files = await Promise.all(commands.map((command) => examine(folder, command)));
  const changed = files.filter(({ state }) =>
    remove ? state === 'current' || state === 'old' : state === 'missing' || state === 'old',
  );
  if (changed.length === 0) return undefined;
  const kept = files.filter(({ state }) => state === 'foreign');
  return {
    title: `${shown}: ${remove ? 'removed ' : ''}${formatCount(changed.length, 'slash command')}`,
    lines: [
      ...changed.map(({ name }) => `${remove ? '-' : '+'} ${name}.md`),
      ...kept.map(({ name }) => `! ${name}.md is your own file and stays as it is`),
    ],
    async apply() {
      if (remove) {
        for (const { file } of changed) await rm(file);
        // Only removed if they are empty.
        await rmdir(folder).catch(() => undefined);
        await rmdir(dirname(folder)).catch(() => undefined);
        return;
      }
      await mkdir(folder, { recursive: true });
      for (const { file, text } of changed) await shell.writeFileAtomically(file, text);
    },
  };
}

/** The files of commands that are ours or can be: not those that the user wrote or changed. */
export async function ownCommandFiles({ file: folder, shown }: ClientFile, shell: Needs): Promise<string[]> {
  const files = await Promise.all((await shell.slashCommands()).map((command) => examine(folder, command)));
  return files.filter(({ state }) => state !== 'foreign').map(({ name }) => `${shown}/${name}.md`);
}

interface CommandFile {
  readonly name: string;
  readonly file: string;
  /** As it should be. */
  readonly text: string;
  /** `old`: ours, of another version; `foreign`: written or changed by the user. */
  readonly state: 'missing' | 'current' | 'old' | 'foreign';
}

async function examine(target: string, { name, text }: SlashCommand): Promise<CommandFile> {
  const file = join(target, `${name}.md`);
  const wanted = sign(text);
  const stats = await lstat(file).catch(() => undefined);
  if (stats === undefined) return { name, file, text: wanted, state: 'missing' };
  const found = stats.isFile() && stats.size < MAX_BYTES ? await readFile(file, 'utf8') : '';
  if (found === wanted) return { name, file, text: wanted, state: 'current' };
  return { name, file, text: wanted, state: isSigned(found) ? 'old' : 'foreign' };
}

const MAX_BYTES = 100_000;
const SIGNATURE = /\n<!-- written by witan init, ([0-9a-f]{16}) -->\n$/;

/** Appends a line that marks our own unchanged file. */
function sign(text: string): string {
  return `${text.trimEnd()}\n<!-- written by witan init, ${digest(text.trimEnd())} -->\n`;
}

function isSigned(text: string): boolean {
  const [line = '', signature] = SIGNATURE.exec(text) ?? [];
  return signature !== undefined && signature === digest(text.slice(0, text.length - line.length));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

async function isLink(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isSymbolicLink() === true;
}

const NAMES = [
  ...['knowledge-review-drafts', 'knowledge-promote', 'knowledge-archive', 'knowledge-show', 'retro'],
  ...['coach-start', 'coach-hint', 'coach-wrap-up'],
];

/** The commands of the plugin that `init` installs in a project. */
export async function readSlashCommands(): Promise<readonly SlashCommand[]> {
  const folder = join(packageFolder() ?? '.', 'plugin', 'commands');
  return Promise.all(NAMES.map(async (name) => ({ name, text: await readFile(join(folder, `${name}.md`), 'utf8') })));
}
