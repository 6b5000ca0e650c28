import { plainLine } from '../../kernel/plain-text.js';
import type { Color, Tone } from '../text/color.js';
import { wrapText } from '../text/wrap-text.js';
import type { Finding, FindingState } from './finding.js';

/** One line per finding, in aligned columns. */
export function renderFindings(findings: readonly Finding[], width: number, color: Color): string {
  const subjectWidth = Math.max(...findings.map(({ subject }) => subject.length)) + 2;
  const margin = STATE_WIDTH + subjectWidth;
  const lines = findings.flatMap(({ subject, state, text, remedy: fix }) => {
    const details = plainLine(fix === undefined ? text : `${text}; ${fix}`);
    const [first = '', ...rest] = wrapText(details, width - margin);
    const head = color(TONES[state], state.padEnd(STATE_WIDTH)) + subject.padEnd(subjectWidth);
    return [head + first, ...rest.map((line) => ' '.repeat(margin) + line)];
  });
  return `${lines.join('\n')}\n`;
}

const STATE_WIDTH = 9;
const TONES: Readonly<Record<FindingState, Tone>> = { ok: 'good', note: 'caution', missing: 'quiet', broken: 'bad' };
