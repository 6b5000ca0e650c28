import { closeSync, constants, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { isRecord } from '../kernel/is-record.js';
import { HOOKS, type HookName } from './vocabulary.js';

const MAX_BYTES = 1_000_000;

/** Who registered a hook; one that says nothing was registered for one user in one project. */
export type HookScope = 'user' | 'team' | 'plugin';

export interface RegisteredHook {
  readonly name: HookName;
  readonly scope: HookScope;
  readonly projectFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Whether a narrower scope registered the same hook, so that nothing is done twice: the user in this project comes
 * first, then the user everywhere, the team, the plugin. A hook whose program is gone does not count, or no hook would
 * answer.
 */
export function yieldsToOtherHook(hook: RegisteredHook): boolean {
  const { projectFolder, environment } = hook;
  const local = join(projectFolder, '.claude/settings.local.json');
  const user = join(environment.CLAUDE_CONFIG_DIR ?? join(homedir(), '.claude'), 'settings.json');
  const team = join(projectFolder, '.claude/settings.json');
  const narrower = { user: [local], team: [local, user], plugin: [local, user, team] }[hook.scope];
  return narrower.some((file) => {
    const text = readSmallFile(file);
    return text.includes(hook.name) && commandsOf(text, HOOKS[hook.name].event).some((words) => isOurs(words, hook));
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

function isOurs(words: readonly string[], { name, projectFolder, environment }: RegisteredHook): boolean {
  const at = words.indexOf(name);
  const program = words[at - 1] ?? '';
  if (program === 'hook') {
    const witan = words[at - 2] ?? '';
    if (witan === 'witan' && words[at - 3] !== 'npx') return isOnPath(witan, environment.PATH);
    return /^witan(?:\.c?js)?$/.test(basename(witan));
  }
  if (!/[\\/]dist[\\/]hook\.cjs$/.test(program)) return false;
  const file = resolve(
    projectFolder,
    program.replace(/\$\{?CLAUDE_PROJECT_DIR\}?/, () => projectFolder),
  );
  const manifest = parse(readSmallFile(join(dirname(dirname(file)), 'package.json')));
  return fieldOf(manifest, 'name') === 'witan';
}

function isOnPath(program: string, path = ''): boolean {
  return path.split(delimiter).some((folder) => isAbsolute(folder) && existsSync(join(folder, program)));
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
