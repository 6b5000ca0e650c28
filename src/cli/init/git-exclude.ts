import { displayPath } from '../text/display-path.js';
import type { FileEdit } from './file-edit.js';
import type { GitState } from './git-state.js';

/** Keeps files of one user out of git in this clone only: nothing that is committed changes. */
export function gitExcludeEdit(git: GitState, files: readonly string[], folder: string): FileEdit {
  const header = `# witan init${git.prefix === '' ? '' : ` in ${git.prefix}`}`;
  const lineOf = (file: string) => `/${escapePattern(git.prefix + file)}`;
  const own = new Set([header, ...files.map(lineOf)]);
  const withoutOurs = (text: string) => text.split(/(?<=\n)/).filter((line) => !own.has(line.replace(/\r?\n$/, '')));
  return {
    file: git.excludeFile,
    shown: displayPath(git.excludeFile, { currentFolder: folder, homeFolder: folder }),
    id: `exclude ${git.prefix}`,
    content: 'lines that keep these files out of git',
    add(text = '') {
      const present = new Set(text.split(/\r?\n/));
      const missing = files.filter((file) => !git.ignored.has(file) && !git.tracked.has(file)).map(lineOf);
      if (missing.every((line) => present.has(line))) return text;
      const rest = withoutOurs(text).join('');
      const gap = rest === '' || rest.endsWith('\n') ? '' : '\n';
      // Also those that are ignored by these lines now.
      const lines = files.map(lineOf).filter((line) => missing.includes(line) || present.has(line));
      return `${rest}${gap}${[header, ...lines].join('\n')}\n`;
    },
    remove(text, isKept) {
      const rest = withoutOurs(text).join('');
      return rest === '' && !isKept([]) && text !== '' ? undefined : rest;
    },
  };
}

function escapePattern(path: string): string {
  return path.replace(/[\\*?[\]]/g, '\\$&').replace(/ $/, '\\ ');
}
