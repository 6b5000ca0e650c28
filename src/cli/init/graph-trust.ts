import { formatCount } from '../../kernel/format-count.js';
import { plainLine } from '../../kernel/plain-text.js';
import type { Shell } from '../shell.js';
import type { TrustPlan } from './trust-question.js';

/** Asks about items that were neither written nor reviewed on this machine. */
export async function planGraphTrust(
  folder: string,
  isGiven: boolean,
  { foreignKnowledge }: Pick<Shell, 'foreignKnowledge'>,
): Promise<TrustPlan> {
  const foreign = await foreignKnowledge(folder);
  const { titles } = foreign;
  if (titles.length === 0) return {};
  const items = formatCount(titles.length, 'item');
  const shown = titles.slice(0, MAX_TITLES).map((title) => `  ${plainLine(title).slice(0, 100)}`);
  const more = titles.length > shown.length ? [`  and ${titles.length - shown.length} more`] : [];
  return {
    question: {
      lines: [
        `.claude/graphs has ${items} of process knowledge that you have not reviewed. If you trust them, hooks show them to the agent and pause calls for the CRITICAL ones (in full: witan knowledge list):`,
        ...shown,
        ...more,
      ],
      question: 'Trust these items as they are now?',
      option: '--trust-knowledge',
      isGiven,
      done: `Trusted: ${items} in .claude/graphs. A change ends the trust.`,
      notDone: 'Not trusted: .claude/graphs. Hooks show only titles and pause no call',
      apply: () => foreign.trust(),
    },
  };
}

const MAX_TITLES = 20;
