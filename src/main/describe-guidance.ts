import type { PartState } from '../cli/ports.js';
import type { Program } from './compose.js';

/** Process knowledge as the doctor sees it. Only looks: where there is nothing yet, nothing is made. */
export async function describeGuidance({
  knowledge,
  settings,
}: Pick<Program, 'knowledge' | 'settings'>): Promise<PartState> {
  if (!settings.guidance.enabled) {
    return { state: 'note', text: 'turned off', remedy: 'set guidance.enabled to true in a config file' };
  }
  if (!knowledge.exists()) {
    return { state: 'ok', text: 'no process knowledge yet; `witan knowledge add` or a correction begins it' };
  }
  const opened = await knowledge.open();
  const { items, critical, hasTooManyCritical, idlePatterns, faults } = opened.health();
  const drafts = opened.list({ status: 'draft' }).items.filter(({ inactive }) => inactive === undefined).length;
  const facts = `${items} items in force, ${critical} CRITICAL, ${drafts} drafts to review`;
  const [idle, ...moreIdle] = idlePatterns;
  const [fault, ...moreFaults] = faults;
  const problems = [
    ...(hasTooManyCritical ? ['more than half of the items are CRITICAL, so that none stands out'] : []),
    ...(idle === undefined ? [] : [`"${idle.pattern}" of ${idle.item} matches no file${andMore(moreIdle)}`]),
    ...(fault === undefined ? [] : [`${fault}${andMore(moreFaults)}`]),
  ];
  if (problems.length === 0) return { state: 'ok', text: facts };
  const fix = '`witan knowledge list` shows them, `witan knowledge edit` changes them';
  return { state: 'note', text: [facts, ...problems].join('; '), remedy: fix };
}

function andMore({ length }: readonly unknown[]): string {
  return length === 0 ? '' : ` (and ${length} more)`;
}
