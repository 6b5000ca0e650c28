import type { Option } from './find-options.js';
import { distinctNames } from './gather-facts.js';

/** Searches of the project for each option's names; all options in one search when there are many of them. */
export function askForEvidence(options: readonly Option[]): string[] {
  const patterns = options
    .map((option) => distinctNames(option).map(toPattern).join('|'))
    .filter((pattern) => pattern !== '');
  if (patterns.length === 0 || options.length < 2) return [];
  const searches = patterns.length <= MOST_REQUESTS ? patterns : [patterns.join('|')];
  return searches.map((pattern) => {
    const given = { pattern, ignore_case: true, max_results: MOST_LINES };
    const request = { name: 'search_code', arguments: given };
    return `TOOL_REQUEST: ${JSON.stringify(request)}`;
  });
}

const MOST_REQUESTS = 3;
/** Many hits of one name say no more than a few do. */
const MOST_LINES = 40;

/** From the beginning of a word on; where the search knows words only by English letters, anywhere. */
function toPattern(name: string): string {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return /^[a-z0-9]/i.test(name) ? `\\b${escaped}` : escaped;
}
