import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { isInside, pathInside, realPathOf } from '../../kernel/real-path.js';
import { findWriter, readsKeysElsewhere } from '../commands/find-writer.js';
import type { CommandContext } from '../commands/shell.js';
import type { ActiveCoach } from './active-coaches.js';

export interface ToolUse {
  readonly toolName: string;
  readonly toolInput: Readonly<Record<string, unknown>>;
  readonly cwd: string;
}

interface Machine {
  readonly homeFolder: string;
  /** The folder of the coaches' state files. */
  readonly stateFolder: string;
  /** The folder in which the coach keeps the person's data. */
  readonly dataFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface HeldCall {
  readonly coach: ActiveCoach;
  /** The part that would change something. */
  readonly part: string;
}

/** The coach whose session holds this call, and why; undefined if the call may run. What cannot be judged is held. */
export function findHeldCall(use: ToolUse, given: readonly ActiveCoach[], machine: Machine): HeldCall | undefined {
  // The innermost project first: its session is the one that the person thinks of.
  const coaches = [...given].sort((a, b) => b.projectFolder.length - a.projectFolder.length);
  try {
    return judgeCall(use, coaches, machine);
  } catch {
    const [coach] = coaches;
    return coach && { coach, part: `${use.toolName}, which could not be judged` };
  }
}

function judgeCall(use: ToolUse, coaches: readonly ActiveCoach[], machine: Machine): HeldCall | undefined {
  const cwd = realPathOf(use.cwd);
  const inside = coaches.filter(({ projectFolder }) => isInside(projectFolder, cwd));
  const around = [...new Set([...inside, ...coaches.filter(({ projectFolder }) => isInside(cwd, projectFolder))])];
  const isProtected = protection(coaches, machine);
  const held = (part: string, [coach]: readonly ActiveCoach[]) => coach && { coach, part };

  const field = EDITORS[use.toolName];
  if (field !== undefined) {
    const given = use.toolInput[field] ?? use.toolInput.file_path;
    if (typeof given !== 'string') return held(use.toolName, around);
    const target = realPathOf(resolve(cwd, given.replace(/^~(?=\/|$)/, machine.homeFolder)));
    if (!isProtected(target)) return undefined;
    const owners = coaches.filter(({ projectFolder }) => isInside(projectFolder, target));
    return held(`${use.toolName} ${given}`, [...owners, ...around, ...coaches]);
  }
  if (SHELLS.has(use.toolName)) {
    const { command } = use.toolInput;
    if (typeof command !== 'string') return held(use.toolName, around);
    const asked = coaches.filter((coach) => asksCoach(command, coach, machine));
    if (asked.length > 0) return held('a request to the coach or its files', [...around, ...asked]);
    const context = commandContext({ cwd, coaches, machine, isProtected });
    const concerned = [...around, ...coaches.filter((coach) => mentions(command, coach))];
    if (concerned.length === 0) {
      return readsKeysElsewhere(command, context) ? held('reading the state of coaches', coaches) : undefined;
    }
    const part = findWriter(command, context);
    return part === undefined ? undefined : held(part, concerned);
  }
  const named = coaches.filter((coach) => asksCoach(JSON.stringify(use.toolInput), coach, machine));
  const reached = leadsToKeys(use, cwd, machine) ? coaches : named;
  if (reached.length > 0) return held(`${use.toolName} with what is the coach's`, reached);
  return isReadingTool(use.toolName) ? undefined : held(use.toolName, around);
}

/** With the field that has the path. */
const EDITORS: Readonly<Record<string, string>> = {
  Write: 'file_path',
  Edit: 'file_path',
  MultiEdit: 'file_path',
  NotebookEdit: 'notebook_path',
};
const SHELLS = new Set(['Bash', 'Monitor']);

/** A command elsewhere concerns a project that it names. */
function mentions(command: string, { projectFolder }: ActiveCoach): boolean {
  const name = projectFolder.slice(projectFolder.lastIndexOf('/') + 1);
  const at = command.indexOf(`/${name}`);
  const next = command[at + name.length + 1] ?? '';
  return (at !== -1 && !/[\w-]/.test(next)) || command.includes(projectFolder);
}

/** The page and the command line are the person's ways out of a session, and not the agent's. */
function asksCoach(text: string, { url, key }: ActiveCoach, { stateFolder }: Machine): boolean {
  if (text.includes(stateFolder) || /\bcoach-(?:[0-9a-f]{4,}|[*?[{])/.test(text)) return true;
  return text.includes(key) || new RegExp(`${url.slice(url.lastIndexOf(':'))}\\b`).test(text);
}

/** Checks whether a tool that reads is pointed at the keys of coaches, by any path; one that searches, also at a folder around. */
function leadsToKeys({ toolName, toolInput }: ToolUse, cwd: string, { homeFolder, stateFolder }: Machine): boolean {
  const keys = realPathOf(stateFolder);
  const isSearch = /grep|glob|search|find|tree/i.test(toolName);
  const texts = Object.values(toolInput).flat();
  return texts.some((text) => {
    if (typeof text !== 'string' || text === '' || text.length > MAX_PATH_LENGTH) return false;
    const [fixed = ''] = text.replace(/^file:\/\//, '').split(/[*?[{]/);
    const path = realPathOf(resolve(cwd, fixed.replace(/^~(?=\/|$)/, homeFolder)));
    return isInside(keys, path) || (isSearch && /[/~]/.test(fixed) && isInside(path, keys));
  });
}

const MAX_PATH_LENGTH = 4_096;

/** Lists what the agent may not change: projects, what coaches keep, and the settings by which hooks are called. */
function protection(coaches: readonly ActiveCoach[], { stateFolder, dataFolder, ...machine }: Machine) {
  const projects = coaches.map(({ projectFolder }) => projectFolder);
  const settings = machine.environment.CLAUDE_CONFIG_DIR ?? join(machine.homeFolder, '.claude');
  const files = ['settings.json', 'settings.local.json'].map((name) => realPathOf(join(settings, name)));
  const others = [realPathOf(stateFolder), realPathOf(dataFolder), ...files];
  return (path: string): boolean =>
    others.some((other) => isInside(other, path) || isInside(path, other)) ||
    projects.some((project) => isInside(path, project) || (isInside(project, path) && !isOutput(project, path)));
}

/** Results of builds and tests are no source: a folder of output that git ignores. */
function isOutput(project: string, path: string): boolean {
  const [folder = ''] = (pathInside(project, path) ?? '').split('/');
  if (!OUTPUT_FOLDERS.has(folder)) return false;
  const ignored = readSmallText(join(project, '.gitignore')) ?? '';
  return ignored.split('\n').some((line) => line.trim().replace(/^\/|\/$/g, '') === folder);
}

const OUTPUT_FOLDERS = new Set('dist build out coverage target .next .nuxt .cache .turbo tmp'.split(' '));

interface Judged {
  readonly cwd: string;
  readonly coaches: readonly ActiveCoach[];
  readonly machine: Machine;
  readonly isProtected: (path: string) => boolean;
}

function commandContext({ cwd, coaches, machine, isProtected }: Judged): CommandContext {
  const { HOME, TMPDIR, USER, XDG_STATE_HOME, XDG_DATA_HOME } = machine.environment;
  return {
    folder: cwd,
    homeFolder: machine.homeFolder,
    variables: { HOME, TMPDIR, USER, XDG_STATE_HOME, XDG_DATA_HOME, PWD: cwd },
    isProtected: (path) => isProtected(path) || isSettingsOfPerson(path, machine.homeFolder),
    stateFolder: realPathOf(machine.stateFolder),
    isExported: (name) => machine.environment[name] !== undefined,
    isProjectFile: (path) => coaches.some(({ projectFolder }) => isInside(projectFolder, path)),
    readText: (path) => (isAbsolute(path) ? readSmallText(path) : undefined),
  };
}

/** Programs run what their settings in the home folder say: a pager, a hook, a function. */
function isSettingsOfPerson(path: string, homeFolder: string): boolean {
  return /^\.(?!cache\/|claude\/)/.test(pathInside(realPathOf(homeFolder), path) ?? '');
}

const MAX_TEXT_BYTES = 200_000;

function readSmallText(path: string): string | undefined {
  try {
    const facts = statSync(path, { throwIfNoEntry: false });
    return facts?.isFile() && facts.size <= MAX_TEXT_BYTES ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Checks whether a tool of an MCP server only reads. A hook does not see how a server describes its tools, so the name decides:
 * ours pass, and others if their name begins with a verb of reading and has none of changing.
 */
function isReadingTool(toolName: string): boolean {
  if (OWN_READERS.has(toolName)) return true;
  const [, server = '', tool = ''] = /^mcp__(.+?)__(.+)$/.exec(toolName) ?? [];
  if (OWN_SERVERS.has(server)) return true;
  const [first = '', ...rest] = tool
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
  return READING.has(first) && !rest.some((word) => CHANGING.has(word));
}

/** Tools of Claude Code itself, should a person have the hook asked about them. */
const OWN_READERS = new Set(['Read', 'Grep', 'Glob', 'LS', 'NotebookRead']);
const OWN_SERVERS = new Set(['witan', 'plugin_witan_witan', 'witan-coach']);
const READING = new Set(
  'get list read search find fetch show view describe count check lookup inspect explain resolve status browse'.split(
    ' ',
  ),
);
const CHANGING = new Set(
  'write edit update create delete remove replace rename move apply set insert patch save fix format run execute and'.split(
    ' ',
  ),
);
