import { type CompiledGlob, compileGlob } from '../glob/compile-glob.js';
import { comparableName } from './comparable-name.js';
import { SECRET_PATTERNS } from './secret-patterns.js';

/** Whether a path relative to the project leads to something that no participant may see. */
export type DenyList = (path: string) => boolean;

/** The built-in patterns and those of the configuration, which can only add to them. */
export function createDenyList(added: readonly string[]): DenyList {
  const patterns = [...SECRET_PATTERNS, ...added].map(readPattern).filter((pattern) => pattern !== undefined);
  const names = patterns.filter(({ isPath }) => !isPath).map(({ lastName }) => lastName);
  const paths = patterns.filter(({ isPath }) => isPath);
  const isSecretName = remember((name) => names.some((glob) => glob.matches(name)));
  const mayEndPath = remember((name) => paths.some(({ lastName }) => lastName.matches(name)));
  const tails = paths.map(({ whole }) => whole);
  return (path) => {
    const given = path.split('/').filter((name) => name !== '' && name !== '.');
    if (given.some(isSecretName)) return true;
    return given.some(mayEndPath) && endsSecretly(given.map(comparableName), tails);
  };
}

/** The same few names come again and again in a walk. */
function remember(test: (comparable: string) => boolean): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    const remembered = known.get(name);
    if (remembered !== undefined) return remembered;
    const answer = test(comparableName(name));
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(name, answer);
    return answer;
  };
}

const MOST_REMEMBERED = 20_000;

interface DenyPattern {
  readonly whole: CompiledGlob;
  /** Fits the last name of whatever the whole pattern fits. */
  readonly lastName: CompiledGlob;
  readonly isPath: boolean;
}

function readPattern(pattern: string): DenyPattern | undefined {
  const isAnchored = pattern.startsWith('/');
  const trimmed = pattern.replace(/^(\.?\/)+/, '').replace(/(\/(\*\*)?)+$/, '');
  if (trimmed === '') return undefined;
  const comparable = trimmed.split('/').map(comparableName).join('/');
  const isPath = isAnchored || comparable.includes('/');
  return {
    whole: globOf(isAnchored || !isPath ? comparable : `**/${comparable}`),
    // Braces may reach over slashes: then any name may be the last.
    lastName: isPath && comparable.includes('{') ? { matches: () => true } : globOf(comparable.split('/').at(-1) ?? ''),
    isPath,
  };
}

/** A pattern that cannot be read denies what it spells, so that a slip of the pen does not open anything. */
function globOf(pattern: string): CompiledGlob {
  const compiled = compileGlob(pattern);
  return compiled.ok ? compiled.value : { matches: (path) => path === pattern };
}

/** Also what lies below a denied path: every beginning of the path is tried. */
function endsSecretly(names: readonly string[], tails: readonly CompiledGlob[]): boolean {
  let beginning = '';
  for (const name of names) {
    beginning = beginning === '' ? name : `${beginning}/${name}`;
    if (tails.some((glob) => glob.matches(beginning))) return true;
  }
  return false;
}
