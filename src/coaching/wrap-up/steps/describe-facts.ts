import type { MemoryInput } from '../../memory/memory-store.js';
import type { WrapUpInputs } from '../wrap-up-inputs.js';

/** A memory that needs no model: the goal, the phases, the hints and the files. It draws no conclusions. */
export function describeFacts({ issueTitle, phases, actionLog }: WrapUpInputs): MemoryInput {
  const done = phases.filter(({ status }) => status === 'complete').map(({ title }) => title);
  const open = phases.filter(({ status }) => status !== 'complete').map(({ title }) => title);
  const hints = phases.reduce((total, { hints_used }) => total + hints_used, 0);
  const files = new Set(actionLog.flatMap(({ action_type, data }) => (isEdit(action_type) ? [String(data.path)] : [])));
  const sentences = [
    `Worked on: ${issueTitle}`,
    ...listed('Phases completed', done),
    ...listed('Phases left open', open),
    ...(phases.length === 0 ? [] : [`Hints shown: ${hints}`]),
    ...listed('Files changed', [...files].slice(0, MAX_FILES)),
  ];
  return { content: `${sentences.join('. ')}.`, tags: ['demo'], importance: 'low' };
}

const MAX_FILES = 12;

function isEdit(actionType: WrapUpInputs['actionLog'][number]['action_type']): boolean {
  return actionType === 'file_save' || actionType === 'buffer_summary' || actionType === 'buffer_significant_change';
}

function listed(name: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`${name}: ${items.join(', ')}`];
}
