import { runChild } from '../../../processes/index.js';
import { findProgramOutside } from './find-program-outside.js';
import type { RequiredText } from './required-text.js';

/** The files directly in some folders that contain one of the texts; undefined when that could not be found out. */
export type FindInFolders = (
  folders: readonly string[],
  required: RequiredText,
  limits: { readonly maxFileBytes: number; readonly signal: AbortSignal },
) => Promise<ReadonlySet<string> | undefined>;

/** ripgrep for a project, where it is installed; undefined where it is not. */
export async function findRipgrep(root: string): Promise<FindInFolders | undefined> {
  const program = await findProgramOutside(root, 'rg', process.env.PATH ?? '');
  return program === undefined
    ? undefined
    : (folders, required, limits) => run(program, root, folders, required, limits);
}

/**
 * It is asked for plain texts, never for a pattern, and only for the names of files: everything that is shown is read
 * again by our own code. Without an environment, which could name a configuration file, without ignore rules and without
 * guesses about encodings and binary files, so that it can only name too many files, never too few. It gets folders,
 * because starting a program with thousands of arguments holds the event loop.
 */
async function run(
  program: string,
  root: string,
  folders: readonly string[],
  required: RequiredText,
  { maxFileBytes, signal }: { readonly maxFileBytes: number; readonly signal: AbortSignal },
): Promise<ReadonlySet<string> | undefined> {
  const done = await runChild({
    command: program,
    args: [
      ...['--files-with-matches', '--null', '--color=never', '--no-messages', '--no-mmap'],
      ...['--no-ignore', '--hidden', '--no-follow', '--text', '--encoding=none', '--fixed-strings'],
      ...['--max-depth=1', `--max-filesize=${maxFileBytes}`],
      required.ignoreCase ? '--ignore-case' : '--case-sensitive',
      ...required.anyOf.flatMap((text) => ['-e', text]),
      '--',
      ...folders.map((folder) => (folder === '' ? '.' : `./${folder}`)),
    ],
    env: {},
    cwd: root,
    timeoutMs: TIME_LIMIT_MS,
    graceMs: 100,
    signal,
  });
  if (done.ok) return namesIn(done.value.stdout);
  return done.error.kind === 'exited' && done.error.code === NOTHING_FOUND ? new Set() : undefined;
}

/** A limit behind the tool's own, for the case that the signal never comes. */
const TIME_LIMIT_MS = 30_000;
const NOTHING_FOUND = 1;

function namesIn(output: string): Set<string> {
  const names = output.split('\0').filter((name) => name !== '');
  return new Set(names.map((name) => (name.startsWith('./') ? name.slice(2) : name)));
}
