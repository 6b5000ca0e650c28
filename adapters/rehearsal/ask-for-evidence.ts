import type { Option } from './find-options.js';

/** Searches of the project for each option's names; all options in one search when there are many of them. */
export function askForEvidence(options: readonly Option[]): string[] {
  const patterns = options.map(({ names }) => names.map(escapePattern).join('|')).filter((pattern) => pattern !== '');
  if (patterns.length === 0 || options.length < 2) return [];
  const searches = patterns.length <= MOST_REQUESTS ? patterns : [patterns.join('|')];
  return searches.map((pattern) => {
    const request = { name: 'search_code', arguments: { pattern: `(?i)(${pattern})`, path: '.' } };
    return `TOOL_REQUEST: ${JSON.stringify(request)}`;
  });
}

const MOST_REQUESTS = 3;

function escapePattern(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
