import { formatCount } from '../../kernel/format-count.js';
import { plainLine } from '../../kernel/plain-text.js';
import type { CommandLinePorts } from '../ports.js';
import type { Step } from './step.js';
import type { TrustPlan } from './trust-question.js';

type Ports = Pick<CommandLinePorts, 'graphTrust'>;

/** A project without graph files is trusted for future ones; existing files may have come with it. */
export async function planGraphTrust(folder: string, isGiven: boolean, { graphTrust }: Ports): Promise<TrustPlan> {
  const { isTrusted, files, titles } = await graphTrust.state(folder);
  if (isTrusted) return {};
  const apply = () => graphTrust.trust(folder);
  if (files === 0) return { step: { title: `${TITLE}: added this folder`, lines: [`+ ${plainLine(folder)}`], apply } };
  const shown = titles.slice(0, MAX_TITLES).map((title) => `  ${plainLine(title).slice(0, 100)}`);
  const more = titles.length > shown.length ? [`  and ${titles.length - shown.length} more`] : [];
  return {
    question: {
      lines: [
        `.claude/graphs has ${formatCount(titles.length, 'item')} of process knowledge. If you trust them, hooks show them to the agent and pause calls for the CRITICAL ones (in full: witan knowledge list):`,
        ...shown,
        ...more,
      ],
      question: 'Trust the process knowledge of this folder, now and later?',
      option: '--trust-knowledge',
      isGiven,
      done: 'Trusted: .claude/graphs',
      notDone: 'Not trusted: .claude/graphs. Hooks show only titles and pause no call',
      apply,
    },
  };
}

export async function distrustGraphsStep(folder: string, { graphTrust }: Ports): Promise<Step | undefined> {
  if (!(await graphTrust.state(folder)).isTrusted) return undefined;
  return {
    title: `${TITLE}: removed this folder`,
    lines: [`- ${plainLine(folder)}`],
    apply: () => graphTrust.distrust(folder),
  };
}

const TITLE = 'your list of folders with trusted process knowledge (outside the project)';
const MAX_TITLES = 20;
