import path from 'node:path';
import type { Settings } from '../config/index.js';
import { cutText } from '../kernel/cut-text.js';
import { plainLine } from '../kernel/plain-text.js';

const MAX_KEYS = 12;
const MAX_VALUE_LENGTH = 40;

/** What a reader of the verdict must know of the project's own config: it may hide files or change the rules. */
export function projectWarnings(
  { projectChanges, sources }: Pick<Settings, 'projectChanges' | 'sources'>,
  projectFolder: string,
  redactNow: (text: string) => string,
): string[] {
  const source = sources.find(({ layer }) => layer === 'project');
  if (source === undefined || projectChanges.length === 0) return [];
  const shown = projectChanges.slice(0, MAX_KEYS).map(({ key, value }) => {
    // Taken out before it is cut: the beginning of a secret is not recognized as one.
    const text = value === undefined ? '' : cutText(plainLine(redactNow(value)), MAX_VALUE_LENGTH);
    return text === '' ? key : `${key} (${text})`;
  });
  const more = projectChanges.length - shown.length;
  const rest = more === 0 ? '' : ` and ${more} more`;
  return [`this project's ${path.relative(projectFolder, source.path)} sets ${shown.join(', ')}${rest}`];
}
