import { createHash } from 'node:crypto';
import { lstat, mkdir, readFile, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CommandLinePorts, SlashCommand } from '../ports.js';
import type { Step } from './step.js';

const FOLDER = '.claude/commands';

type Ports = Pick<CommandLinePorts, 'slashCommands' | 'writeFileAtomically' | 'stderr'>;

/** Commands such as /knowledge-promote for Claude Code. Files that the user wrote or changed are never touched. */
export async function slashCommandsStep(folder: string, remove: boolean, ports: Ports): Promise<Step | undefined> {
  const target = join(folder, FOLDER);
  if (await isLink(dirname(target))) return undefined;
  if (await isLink(target)) {
    if (!remove) ports.stderr.write(`witan: ${FOLDER} is a link; the slash commands are not installed\n`);
    return undefined;
  }
  const commands = await ports.slashCommands();
  const files = await Promise.all(commands.map((command) => examine(target, command)));
  const changed = files.filter(({ state }) =>
    remove ? state === 'current' || state === 'old' : state === 'missing' || state === 'old',
  );
  if (changed.length === 0) return undefined;
  const kept = files.filter(({ state }) => state === 'foreign');
  return {
    title: `${FOLDER} (slash commands)`,
    lines: [
      ...changed.map(({ name }) => `${remove ? '-' : '+'} ${name}.md`),
      ...kept.map(({ name }) => `! ${name}.md is your own file and stays as it is`),
    ],
    async apply() {
      if (remove) {
        for (const { file } of changed) await rm(file);
        // Only removed if they are empty.
        await rmdir(target).catch(() => undefined);
        await rmdir(dirname(target)).catch(() => undefined);
        return;
      }
      await mkdir(target, { recursive: true });
      for (const { file, text } of changed) await ports.writeFileAtomically(file, text);
    },
  };
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
