import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isRecord } from '../kernel/is-record.js';
import { HOOK_NAMES, type HookName } from './protocol/hook-names.js';

const FILES = ['.claude/settings.json', '.claude/settings.local.json'];
const MAX_BYTES = 1_000_000;

/**
 * Whether the project has this hook of this program itself: then the plugin's must not do everything a second time.
 * A file of the same name in another package is none of ours, and neither is one that is no longer there: the plugin
 * would be silent, and no other hook would answer.
 */
export function projectRegistersHooks(projectFolder: string, name: HookName): boolean {
  return FILES.some((file) => {
    const text = readSmallFile(join(projectFolder, file));
    return (
      text.includes(name) && commandsOf(text, HOOK_NAMES[name]).some((words) => isOurs(words, name, projectFolder))
    );
  });
}

/** Every command that is registered for the event, as the words it consists of. */
function commandsOf(text: string, event: string): string[][] {
  const hooks = fieldOf(parse(text), 'hooks');
  const groups = listOf(fieldOf(hooks, event)).flatMap((group) => listOf(fieldOf(group, 'hooks')));
  return groups.map((hook) => {
    const args = listOf(fieldOf(hook, 'args')).filter((word) => typeof word === 'string');
    const command = fieldOf(hook, 'command');
    // Without arguments it is a line for the shell.
    if (args.length > 0 || typeof command !== 'string') return args;
    return [...command.matchAll(/"([^"]*)"|'([^']*)'|[^\s"']+/g)].map(
      ([word, double, single]) => double ?? single ?? word,
    );
  });
}

function isOurs(words: readonly string[], name: HookName, projectFolder: string): boolean {
  const at = words.indexOf(name);
  const program = words[at - 1] ?? '';
  if (program === 'hook') return /^witan(?:\.c?js)?$/.test(basename(words[at - 2] ?? ''));
  if (!/[\\/]dist[\\/]hook\.cjs$/.test(program)) return false;
  const file = resolve(
    projectFolder,
    program.replace(/\$\{?CLAUDE_PROJECT_DIR\}?/, () => projectFolder),
  );
  const manifest = parse(readSmallFile(join(dirname(dirname(file)), 'package.json')));
  return fieldOf(manifest, 'name') === 'witan';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function readSmallFile(path: string): string {
  let descriptor: number | undefined;
  try {
    // Opening a named pipe must not block the hook.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const facts = fstatSync(descriptor);
    if (!facts.isFile() || facts.size > MAX_BYTES) return '';
    const buffer = Buffer.alloc(facts.size);
    return buffer.toString('utf8', 0, readSync(descriptor, buffer));
  } catch {
    return '';
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
