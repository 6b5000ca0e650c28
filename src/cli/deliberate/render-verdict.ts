import { type DeliberationResult, verdictRows, whyPartial, withoutDebate } from '../../council/index.js';
import type { Page } from '../text/page.js';

/**
 * The outcome as a block that is read from the top: the verdict, why, what speaks against it, where to read more.
 */
export function renderVerdict(result: DeliberationResult, { transcript, view }: MoreAbout, page: Page): void {
  const isClear = result.voting_result?.winning_option != null && result.integrity.quorum.met;
  page.paragraph([result.status === 'failed' ? 'bad' : isClear ? 'strong' : 'caution', result.verdict]);
  for (const text of whyPartial(result)) page.paragraph(text, INDENT);
  for (const { label, text, isCaution } of verdictRows(result)) {
    page.labeled([isCaution ? 'caution' : 'quiet', label], text, { indent: INDENT });
  }
  const debate = withoutDebate(result);
  if (debate !== undefined) page.paragraph(debate, INDENT);
  page.line(`Transcript  ${transcript ?? 'not written'}`);
  page.line(`View        ${view}`);
  const { decision_id: id, integrity } = result;
  // Whether a decision was right is known much later, when its id is forgotten; without a quorum there is no decision.
  if (id !== null && integrity.quorum.met) page.line(`Outcome     witan decisions outcome ${id} right|wrong|mixed`);
}

interface MoreAbout {
  /** The path as the person would type it; null if it was not written. */
  readonly transcript: string | null;
  /** The address of its page, or the command that shows it. */
  readonly view: string;
}

const INDENT = 2;
