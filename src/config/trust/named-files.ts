import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { errorCode } from '../../kernel/error-code.js';
import { isRecord } from '../../kernel/is-record.js';
import { pathInside } from '../../kernel/real-path.js';
import { UserError } from '../../kernel/user-error.js';
import { substituteEnvironment } from '../sections/substitute-environment.js';
import type { RawValues } from '../sections/walk-schema.js';

/** A file of the project that its config names as a program or as an argument. */
export interface NamedFile {
  /** Relative to the project. */
  readonly path: string;
  /** The hash of the content; for a link out of the project, its target. */
  readonly content: string;
}

interface NamingContext {
  readonly projectFolder: string;
  readonly homeFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Hashing larger files would slow down every start. */
const MAX_PROGRAM_BYTES = 64 * 1024 * 1024;

/**
 * The programs and scripts inside the project that its config names, in a fixed order. Trusting the config trusts their
 * present content. Rejects with a `UserError` for one that cannot be read.
 */
export async function findNamedFiles(values: RawValues, context: NamingContext): Promise<NamedFile[]> {
  const project = await realpath(context.projectFolder).catch(() => context.projectFolder);
  const paths = new Set(commandLines(values).flatMap((texts) => pathsInside(project, texts, context)));
  const found = await Promise.all([...paths].map((path) => readNamedFiles(project, path)));
  const files = new Map(found.flat().map((file) => [file.path, file]));
  return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Identifies the text of a project's config and the content of its programs. A missing file has the pin of an empty
 * one, so a file that appears later is not trusted.
 */
export function configPin(text: string | undefined, files: readonly NamedFile[] = []): string {
  const hash = createHash('sha256').update(text ?? '');
  if (files.length > 0) hash.update(`\0${JSON.stringify(files.map(({ path, content }) => [path, content]))}`);
  return hash.digest('hex');
}

/** The command and arguments of each adapter, unchanged. */
function commandLines({ adapters }: RawValues): string[][] {
  if (!isRecord(adapters)) return [];
  return Object.values(adapters).map((adapter) => {
    if (!isRecord(adapter)) return [];
    const texts: unknown[] = [adapter.command, ...(Array.isArray(adapter.args) ? adapter.args : [])];
    return texts.filter((text) => typeof text === 'string');
  });
}

/** The paths inside the project that the texts may mean, relative to it; '' is the project itself. */
function pathsInside(project: string, texts: readonly string[], context: NamingContext): string[] {
  const paths = texts.flatMap((text) => pathsIn(text, context));
  return paths
    .map((path) => pathInside(project, path) ?? pathInside(resolve(context.projectFolder), path))
    .filter((path) => path !== undefined);
}

/** An argument may contain paths, as in `--script=tools/run.js` and `-cp a.jar:b.jar`. */
function pathsIn(text: string, { projectFolder, homeFolder, environment }: NamingContext): string[] {
  const filled = substituteEnvironment(text, environment);
  const whole = 'text' in filled ? filled.text : text;
  const pieces = [
    ...whole.split('='),
    ...whole.split(/[=:;,]/),
    ...whole.split(QUOTES),
    whole.replace(/^-[A-Za-z]/, ''),
  ];
  const resolveIn = (folder: string, path: string) =>
    resolve(folder, path.startsWith('~/') ? join(homeFolder, path.slice(2)) : path);
  return [
    ...[whole, ...pieces].filter(isPath).map((path) => resolveIn(projectFolder, path)),
    ...pathsInCommand(whole, projectFolder, resolveIn),
  ];
}

const QUOTES = /["'`]/;

/** The words of a shell command such as `cd tools && ./run.sh`, relative to the project and to the folder after `cd`. */
function pathsInCommand(
  command: string,
  projectFolder: string,
  resolveIn: (folder: string, path: string) => string,
): string[] {
  const paths: string[] = [];
  let folder = projectFolder;
  let isFolderNext = false;
  for (const word of command.split(/[\s"'`;&|<>(){}]+/).filter(isPath)) {
    paths.push(resolveIn(projectFolder, word), resolveIn(folder, word));
    if (isFolderNext) folder = resolveIn(folder, word);
    isFolderNext = word === 'cd' || word === 'pushd';
  }
  return paths;
}

function isPath(text: string): boolean {
  return text !== '' && !text.includes('\0');
}

/** What Node.js appends to a name that is not a file, and looks for in a folder. */
const ENDINGS = ['.js', '.mjs', '.cjs', '.ts', '.json'];
const FOLDER_FILES = ['package.json', ...ENDINGS.map((ending) => `index${ending}`)];

async function readNamedFiles(project: string, path: string): Promise<NamedFile[]> {
  const found = await readNamedFile(project, path);
  if (found !== undefined && found !== 'folder') return [found];
  const names = ENDINGS.map((ending) => `${path}${ending}`);
  if (found === 'folder') names.push(...FOLDER_FILES.map((name) => join(path, name)));
  const others = await Promise.all(names.map((name) => readNamedFile(project, name)));
  return others.filter((other) => other !== undefined && other !== 'folder');
}

async function readNamedFile(project: string, path: string): Promise<NamedFile | 'folder' | undefined> {
  const target = await realpath(join(project, path)).catch(() => undefined);
  if (target === undefined) return undefined;
  if (pathInside(project, target) === undefined) return { path, content: `outside: ${target}` };
  let file: FileHandle;
  try {
    file = await open(target, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw unusable(path, errorCode(error) ?? 'it cannot be opened');
  }
  try {
    const stats = await file.stat();
    if (stats.isDirectory()) return 'folder';
    if (!stats.isFile()) throw unusable(path, 'it is not a regular file');
    if (stats.size > MAX_PROGRAM_BYTES) throw unusable(path, `it is larger than ${MAX_PROGRAM_BYTES} bytes`);
    return { path, content: await hashContent(file) };
  } finally {
    await file.close();
  }
}

async function hashContent(file: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  const content = file.createReadStream({ autoClose: false, end: MAX_PROGRAM_BYTES });
  for await (const part of content) hash.update(part as Buffer);
  return hash.digest('hex');
}

function unusable(path: string, reason: string): UserError {
  return new UserError(
    'validation_error',
    `${path}: this project's config names it as a program, and it cannot be read (${reason}); correct it first`,
  );
}

/** Programs that read from the project what to run. */
const RUNNERS = /^(?:npm|npx|pnpm|pnpx|yarn|bunx?|g?make|cargo|gradlew?|mvnw?|rake|tox|uvx?)$/;
const INTERPRETERS = /^(?:(?:ba|da|z|k|fi)?sh|node|deno|python[\d.]*|ruby|perl|php)$/;
/** Options with code or a module instead of a file. */
const INLINE_CODE = /^(?:-[a-z]*[cemp]|--eval|--print)$/;

/** The commands of a project's config that may run project files without a pin. */
export async function findUnpinnedCommands(values: RawValues, context: NamingContext): Promise<string[]> {
  const project = await realpath(context.projectFolder).catch(() => context.projectFolder);
  const commands: string[] = [];
  for (const texts of commandLines(values)) {
    const names = texts.map((text) => basename(text));
    const runsCode = names.some((name) => INTERPRETERS.test(name)) && texts.some((text) => INLINE_CODE.test(text));
    const isUnpinned =
      runsCode ||
      names.some((name) => RUNNERS.test(name)) ||
      (await hasFolder(project, pathsInside(project, texts, context)));
    if (isUnpinned) commands.push(texts.join(' '));
  }
  return commands;
}

async function hasFolder(project: string, paths: readonly string[]): Promise<boolean> {
  const found = await Promise.all(
    paths.map((path) =>
      stat(join(project, path)).then(
        (stats) => stats.isDirectory(),
        () => false,
      ),
    ),
  );
  return found.includes(true);
}
