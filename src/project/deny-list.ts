import { sep } from 'node:path';
import { type CompiledGlob, compileGlob } from './glob/compile-glob.js';
import { SECRET_FILES, SECRET_PATTERNS, SOURCE_CODE } from './secret-patterns.js';

/** True if a path relative to the project leads to something that no participant may see. */
export type DenyList = (path: string, isFile?: boolean) => boolean;

/**
 * The built-in patterns and those of the configuration, which can only add to them. A pattern of several names also
 * counts where the first of them lead to the project: `gh/hosts.yml` in `~/.config` is what `.config/gh` means.
 */
export function createDenyList(added: readonly string[], root = ''): DenyList {
  const patterns = [...SECRET_PATTERNS, ...added].flatMap((pattern) => readPattern(pattern) ?? []);
  const names = patterns.filter(({ isPath }) => !isPath).map(({ lastName }) => lastName);
  const paths = patterns.filter(({ isPath }) => isPath);
  const files = SECRET_FILES.map(toGlob);
  const isSecretName = remember((name) => names.some((glob) => glob.matches(name)));
  const isSecretFile = remember((name) => files.some((glob) => glob.matches(name)));
  const mayEndPath = remember((name) => paths.some(({ lastName }) => lastName.matches(name)));
  const above = comparableNames(root);
  return (path, isFile = false) => {
    const given = path.split('/').filter((name) => name !== '' && name !== '.');
    if (given.some(isSecretName)) return true;
    if (isFile && !isSourceCode(given) && (isSecretFile(given.at(-1) ?? '') || isAmongSecrets(given))) return true;
    return given.some(mayEndPath) && endsSecretly(above, given.map(comparableName), paths);
  };
}

/** Checks whether a real path is itself what a pattern of several names means, or lies below it. */
export function isSecretFolder(realPath: string): boolean {
  const patterns = SECRET_PATTERNS.flatMap((pattern) => readPattern(pattern) ?? []);
  const paths = patterns.filter(({ isPath }) => isPath);
  return endsSecretly([], comparableNames(realPath), paths);
}

function comparableNames(path: string): string[] {
  return path.split(sep).filter(Boolean).map(comparableName);
}

/** The same few names come again and again in a walk. A copy is as secret as what it is a copy of. */
function remember(test: (comparable: string) => boolean): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    const remembered = known.get(name);
    if (remembered !== undefined) return remembered;
    const answer = originalNames(comparableName(name)).some(test);
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(name, answer);
    return answer;
  };
}

const MAX_REMEMBERED = 20_000;

interface DenyPattern {
  readonly whole: CompiledGlob;
  /** Fits the last name of whatever the whole pattern fits. */
  readonly lastName: CompiledGlob;
  readonly isPath: boolean;
  /** It begins at the root of the project. */
  readonly isAnchored: boolean;
}

function readPattern(pattern: string): DenyPattern | undefined {
  const isAnchored = pattern.startsWith('/');
  const trimmed = pattern.replace(/^(\.?\/)+/, '').replace(/(\/(\*\*)?)+$/, '');
  if (trimmed === '') return undefined;
  const comparable = trimmed.split('/').map(comparableName).join('/');
  const isPath = isAnchored || comparable.includes('/');
  return {
    whole: toGlob(isAnchored || !isPath ? comparable : `**/${comparable}`),
    // Braces may reach over slashes: then any name may be the last.
    lastName: isPath && comparable.includes('{') ? { matches: () => true } : toGlob(comparable.split('/').at(-1) ?? ''),
    isPath,
    isAnchored,
  };
}

/** A pattern that cannot be read denies what it spells, so that a slip of the pen does not open anything. */
function toGlob(pattern: string): CompiledGlob {
  const compiled = compileGlob(pattern);
  return compiled.ok ? compiled.value : { matches: (path) => path === pattern };
}

/** Modules that deal with secrets have the same names as files and folders of secrets. */
function isSourceCode(given: readonly string[]): boolean {
  return SOURCE_CODE.test(comparableName(given.at(-1) ?? ''));
}

function isAmongSecrets(given: readonly string[]): boolean {
  return given.slice(0, -1).some((name) => comparableName(name) === 'secrets');
}

/** Also what lies below a denied path: every beginning of the path is tried. */
function endsSecretly(above: readonly string[], names: readonly string[], paths: readonly DenyPattern[]): boolean {
  for (let count = 1; count <= names.length; count++) {
    const folders = names.slice(0, count - 1);
    const last = names[count - 1] ?? '';
    for (const name of originalNames(last)) {
      const relative = [...folders, name].join('/');
      const whole = [...above, ...folders, name].join('/');
      if (paths.some((pattern) => pattern.whole.matches(pattern.isAnchored ? relative : whole))) return true;
    }
  }
  return false;
}

/**
 * A name and what it may be a copy of, by the endings that editors, tools and people give to copies (`.bak`, `~`). For
 * comparable names.
 */
function originalNames(name: string): readonly string[] {
  const original = withoutCopyEndings(name);
  if (original === name || original === '') return [name];
  // An editor hides the copy that it works on behind a dot.
  return /^\.[^.]/.test(original) ? [name, original, original.slice(1)] : [name, original];
}

const MAX_ENDINGS = 4;
const COPY_ENDING =
  /(?:[~#]+|[._-](?:bak|backup|bck|old|orig|original|save|saved|copy|tmp|temp|rej|new|prev|sw[a-z]|[0-9]{1,3})|\s?\([0-9]{1,2}\)|\scopy)$/;

function withoutCopyEndings(name: string): string {
  let original = name;
  for (let step = 0; step < MAX_ENDINGS; step++) {
    const shorter = original.replace(COPY_ENDING, '').replace(/^\.?#/, '');
    if (shorter === original) break;
    original = shorter;
  }
  return original;
}

/**
 * One form for all variants of a name that some file system or some reader takes for the same: case, Unicode form, invisible
 * marks, the dots and blanks that Windows drops from the end, and letters borrowed from other alphabets.
 */
export function comparableName(name: string): string {
  if (PLAIN.test(name)) return withoutEnd(name.toLowerCase());
  const folded = name.normalize('NFKC').replace(UNSEEN, '').toLowerCase().normalize('NFKC');
  return withoutEnd(folded.replace(LOOKALIKE, (letter) => LATIN[letter] ?? letter));
}

const PLAIN = /^[\x20-\x7e]*$/;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

function withoutEnd(name: string): string {
  let end = name.length;
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end--;
  return end === 0 ? name : name.slice(0, end);
}

/** Small Cyrillic and Greek letters, and two strange Latin ones, that are drawn like the Latin letter behind them. */
const LATIN: Readonly<Record<string, string>> = {
  ...{ а: 'a', е: 'e', о: 'o', р: 'p', с: 'c', у: 'y', х: 'x', і: 'i', ѕ: 's' },
  ...{ ј: 'j', ԁ: 'd', һ: 'h', к: 'k', м: 'm', т: 't', в: 'b', н: 'h', ѵ: 'v' },
  ...{ α: 'a', ε: 'e', ι: 'i', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u' },
  ...{ χ: 'x', ı: 'i', ɡ: 'g' },
};
const LOOKALIKE = new RegExp(`[${Object.keys(LATIN).join('')}]`, 'gu');
