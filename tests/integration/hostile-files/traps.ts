import { execFileSync } from 'node:child_process';
import {
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/** Every file that Witan keeps below a project, by the path that a hostile project could ship it under. */
export const OWN_FILES = [
  '.witan/witan.log',
  '.witan/.gitignore',
  '.witan/hook-timings.jsonl',
  '.witan/injections.jsonl',
  '.witan/pauses.jsonl',
  '.witan/guidance-outcomes.jsonl',
  '.witan/lesson-turns.jsonl',
  '.witan/lessons.jsonl',
  '.witan/.graphs.lock',
  '.claude/graphs/default_graph.json',
  '.claude/graphs/other_graph.json',
  '.claude/journal/.gitignore',
  '.claude/journal/.lock',
  '.claude/journal/.session_id',
  '.claude/journal/.session_owner',
  '.claude/journal/.tool_count',
  '.claude/journal/.counted_calls',
  '.claude/journal/.failed_tests',
  '.claude/journal/open/ghap_20261116_000000_abcdef.json',
  '.claude/journal/current_ghap.json',
  '.claude/journal/session_entries.jsonl',
  '.claude/journal/captured_outcomes.jsonl',
  '.claude/journal/persisted.jsonl',
] as const;

export const OWN_FOLDERS = [
  '.witan',
  'transcripts',
  '.claude',
  '.claude/graphs',
  '.claude/journal',
  '.claude/journal/archive',
  '.claude/journal/open',
  '.claude/journal/sessions',
] as const;

export interface Trap {
  readonly name: string;
  readonly set: (target: string, victim: Victim) => void;
  readonly needsRoot?: boolean;
}

/** Something of the user's that lies outside the project and must stay as it is. */
export interface Victim {
  readonly folder: string;
  readonly file: string;
}

export const FILE_TRAPS: readonly Trap[] = [
  { name: 'a link to a file outside', set: (target, { file }) => symlinkSync(file, target) },
  {
    name: 'a relative link to a file outside',
    set: (target, { file }) => symlinkSync(path.relative(path.dirname(target), file), target),
  },
  { name: 'a link to a file that does not exist yet', set: (target, { file }) => symlinkSync(`${file}-new`, target) },
  {
    name: 'a chain of links',
    set: (target, { file }) => {
      symlinkSync(file, `${target}.hop`);
      symlinkSync(`${target}.hop`, target);
    },
  },
  { name: 'a link to itself', set: (target) => symlinkSync(target, target) },
  { name: 'a link to an endless device', set: (target) => symlinkSync('/dev/zero', target) },
  { name: 'a hard link to a file outside', set: (target, { file }) => linkSync(file, target) },
  { name: 'a named pipe', set: (target) => execFileSync('mkfifo', [target]) },
  { name: 'a folder', set: (target) => mkdirSync(target) },
  {
    name: 'a sparse file of 3 GB',
    set: (target) => {
      writeFileSync(target, '');
      truncateSync(target, 3e9);
    },
  },
  {
    name: 'a file of another user',
    needsRoot: true,
    set: (target) => {
      writeFileSync(target, '');
      chownSync(target, 12_345, 12_345);
    },
  },
];

export const FOLDER_TRAPS: readonly Trap[] = [
  { name: 'a link to a folder outside', set: (target, { folder }) => symlinkSync(folder, target) },
  {
    name: 'a relative link to a folder outside',
    set: (target, { folder }) => symlinkSync(path.relative(path.dirname(target), folder), target),
  },
  {
    name: 'a chain of links',
    set: (target, { folder }) => {
      symlinkSync(folder, `${target}-hop`);
      symlinkSync(`${path.basename(target)}-hop`, target);
    },
  },
  { name: 'a link to a folder that does not exist', set: (target, { folder }) => symlinkSync(`${folder}-new`, target) },
  { name: 'a link to itself', set: (target) => symlinkSync(path.basename(target), target) },
  { name: 'a file', set: (target) => writeFileSync(target, 'not a folder') },
  { name: 'a named pipe', set: (target) => execFileSync('mkfifo', [target]) },
  {
    name: 'a folder of another user',
    needsRoot: true,
    set: (target) => {
      mkdirSync(target);
      chownSync(target, 12_345, 12_345);
    },
  },
];

/** A folder outside the project that has everything in it that a project of Witan's could have. */
export function makeVictim(folder: string): Victim {
  for (const own of OWN_FOLDERS) mkdirSync(path.join(folder, own), { recursive: true });
  for (const own of OWN_FILES) {
    for (const file of [path.join(folder, own), path.join(folder, path.basename(own))]) {
      writeFileSync(file, own.endsWith('.json') ? '{"nodes":[]}' : 'precious\n');
    }
  }
  for (const own of ['archive', 'sessions', 'graphs', 'journal'])
    mkdirSync(path.join(folder, own), { recursive: true });
  writeFileSync(path.join(folder, 'precious'), 'precious\n');
  return { folder, file: path.join(folder, 'precious') };
}

/** Everything below a folder, with its content: two of these are equal if nothing was changed, made or removed. */
export function snapshot(folder: string): Record<string, string> {
  const seen: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, name);
    const found = lstatSync(file);
    if (found.isFile()) seen[name] = readFileSync(file, 'utf8');
    else seen[name] = found.isSymbolicLink() ? `-> ${readlinkSync(file)}` : 'folder';
  }
  return seen;
}
