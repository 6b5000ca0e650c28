import { printablePath } from '../../confinement/printable-path.js';
import type { GrepOptions } from './grep-options.js';
import type { SearchedFile } from './matched-line.js';

/** What grep would print: "path:12:text" for a selected line, "path-13-text" for one around it. */
export function renderSearch(files: readonly SearchedFile[], options: GrepOptions, showNames: boolean): string[] {
  switch (options.report) {
    case 'files-with':
      return files.filter(({ selected }) => selected > 0).map(({ path }) => printablePath(path));
    case 'files-without':
      return files.filter(({ selected }) => selected === 0).map(({ path }) => printablePath(path));
    case 'count':
      return files.map(({ path, selected }) => `${showNames ? `${printablePath(path)}:` : ''}${selected}`);
    case 'lines':
      return renderLines(files, options, showNames);
  }
}

function renderLines(files: readonly SearchedFile[], options: GrepOptions, showNames: boolean): string[] {
  const { before, after } = options.selection;
  const printed: string[] = [];
  for (const { path, lines } of files) {
    const name = printablePath(path);
    let previous: number | undefined;
    for (const { number, text, isContext } of lines) {
      const isGap = previous === undefined || number > previous + 1;
      if (before + after > 0 && isGap && printed.length > 0) printed.push('--');
      const mark = isContext ? '-' : ':';
      printed.push(`${showNames ? name + mark : ''}${options.lineNumbers ? number + mark : ''}${text}`);
      previous = number;
    }
  }
  return printed;
}
