import { isInside, realPathOf } from '../../kernel/real-path.js';
import { pathsOf, type Shell, UNKNOWN } from './shell.js';

/**
 * Whether a command may read the keys of coaches, with which the agent could pause the session: a word leads into their
 * folder, or a pattern or a program that looks into all folders may.
 */
export function readsKeys(words: readonly string[], shell: Shell): boolean {
  const { stateFolder, isElsewhere = false } = shell.context;
  const [program = ''] = words;
  const mayContain = (path: string) => !isElsewhere && isInside(path, stateFolder);
  const isNear =
    (shell.folders.length === 0 && !isElsewhere) ||
    shell.folders.some((one) => mayContain(one) || isInside(stateFolder, one));
  if (isNear && SEARCHERS.has(program)) return true;
  return words.some((word) => {
    if (word.includes(UNKNOWN)) return /\bcoach-|\bwitan\//.test(word);
    // `-f/path` and `--file=/path`
    const [, text = word] = /^(?:-[^/~]*|\w+=)([/~].*)$/s.exec(word) ?? [];
    if (!/[/~]/.test(text) && !isNear) return false;
    const [fixed = '', ...pattern] = text.split(/[*?[{]/);
    const isPattern = pattern.length > 0;
    const paths = pathsOf(isPattern ? fixed.slice(0, fixed.lastIndexOf('/') + 1) || '.' : fixed, shell).map(realPathOf);
    if (paths.some((path) => isInside(stateFolder, path))) return true;
    return (isPattern || !SHALLOW.has(program)) && /[/~.]/.test(text) && paths.some(mayContain);
  });
}

/** They look into the folder they are in. */
const SEARCHERS = new Set('rg fd ag ack find grep egrep fgrep tree'.split(' '));
/** They do not look into the folders within. */
const SHALLOW = new Set('cd pushd ls ll stat test [ [[ echo printf df export mkdir'.split(' '));
