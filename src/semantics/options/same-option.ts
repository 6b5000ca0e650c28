import { decideOption } from './decide-option.js';

/**
 * Whether two short texts name the same option. Merging what differs falsifies a vote, while missing a merge only
 * splits it for a round (participants then choose among listed ids): in doubt the options stay apart. The similarity,
 * calibrated to 0 (unrelated) … 1 (same meaning), is asked only where the words alone decide nothing.
 */
export function sameOption(
  a: string,
  b: string,
  threshold: number,
  similarity?: (a: string, b: string) => number,
): boolean {
  const decision = decideOption(a, b);
  if (decision !== 'undecided') return decision === 'same';
  return similarity !== undefined && similarity(a, b) >= threshold;
}
