import type { DeliberationResult } from '../../../council/index.js';
import { plainLine } from '../../../kernel/plain-text.js';
import type { Color, Tone } from '../../text/color.js';
import { wrapText } from '../../text/wrap-text.js';
import { type RowLabel, type VerdictRow, verdictRows, withoutDebate } from './verdict-rows.js';
import { whyPartial } from './why-partial.js';

export interface VerdictLayout {
  readonly width: number;
  readonly color: Color;
  /** The transcript's path as the person would type it. */
  readonly transcript: string | null;
}

/** The outcome as a block that is read from the top: the verdict, why, what speaks against it, where the transcript is. */
export function renderVerdict(result: DeliberationResult, { width, color, transcript }: VerdictLayout): string {
  const tone = result.voting_result?.winning_option == null || !result.integrity.quorum.met ? 'caution' : 'strong';
  const [first = '', ...rest] = wrapText(plainLine(result.verdict), width);
  const debate = withoutDebate(result);
  return [
    color(result.status === 'failed' ? 'bad' : tone, first),
    ...rest.map((line) => color(tone, line)),
    ...whyPartial(result).flatMap((text) => indented(text, width)),
    ...verdictRows(result).flatMap((row) => renderRow(row, width, color)),
    ...(debate === undefined ? [] : indented(debate, width)),
    `Transcript  ${transcript ?? 'not written'}`,
    ...outcomeHint(result),
    '',
  ].join('\n');
}

/** Whether a decision was right is known much later, when its id is forgotten; without a quorum there is no decision. */
function outcomeHint({ decision_id: id, integrity }: DeliberationResult): string[] {
  return id === null || !integrity.quorum.met ? [] : [`Outcome     witan decisions outcome ${id} right|wrong|mixed`];
}

const INDENT = '  ';
const LABEL_WIDTH = 10;

const TONES: Readonly<Record<RowLabel, Tone>> = {
  why: 'quiet',
  against: 'quiet',
  views: 'quiet',
  agreed: 'quiet',
  disputed: 'quiet',
  'only one': 'quiet',
  changed: 'quiet',
  advice: 'quiet',
  past: 'quiet',
  missing: 'caution',
  'not asked': 'quiet',
  asked: 'quiet',
  warning: 'caution',
  cost: 'quiet',
};

function indented(text: string, width: number): string[] {
  return wrapText(text, width - INDENT.length).map((line) => INDENT + line);
}

function renderRow({ label, text }: VerdictRow, width: number, color: Color): string[] {
  const lines = wrapText(text, width - INDENT.length - LABEL_WIDTH);
  return lines.map((line, index) => {
    const margin = index === 0 ? color(TONES[label], label.padEnd(LABEL_WIDTH)) : ' '.repeat(LABEL_WIDTH);
    return INDENT + margin + line;
  });
}
