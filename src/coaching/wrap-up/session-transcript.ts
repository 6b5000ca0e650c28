import type { CoachMessage } from '../sessions/session-state.js';
import type { CondensedAction } from './condense-actions.js';
import type { SessionPrompt } from './session-prompts.js';

interface SessionRecord {
  readonly actions: readonly CondensedAction[];
  readonly messages: readonly CoachMessage[];
  readonly prompts: readonly SessionPrompt[];
}

/** What happened in a session, one line each, the oldest first; empty if nothing did. */
export function renderTranscript({ actions, messages, prompts }: SessionRecord): string {
  const lines = [
    ...actions.map((action) => ({ at: action.created_at, text: describeAction(action) })),
    ...messages.map(({ sentAt, type, message, anchor }) => ({
      at: sentAt,
      text: `coach (${type}${anchor === undefined ? '' : `, ${anchor.path}:${anchor.startLine}`}): ${message}`,
    })),
    ...prompts.map(({ sentAt, prompt }) => ({ at: sentAt, text: `person to the agent: ${prompt}` })),
  ];
  const inOrder = lines.toSorted((a, b) => a.at.localeCompare(b.at));
  return inOrder.map(({ at, text }) => `${at.slice(0, 'yyyy-mm-ddThh:mm'.length)} ${text}`).join('\n');
}

function describeAction({ action_type, data, times }: CondensedAction): string {
  const values = Object.entries(data)
    .filter(([name]) => !name.endsWith('Id'))
    .map(([name, value]) => (name === 'path' || name === 'title' ? String(value) : `${name} ${JSON.stringify(value)}`));
  const count = times === undefined ? '' : ` (${times} times)`;
  return `${action_type.replaceAll('_', ' ')}${count}${values.length === 0 ? '' : `: ${values.join(', ')}`}`;
}

/** The end of a text, in whole lines where they fit. */
export function newestText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = text.slice(-maxLength).replace(/^[\udc00-\udfff]/, '');
  const lineEnd = end.indexOf('\n');
  // A line that is longer than the rest is better cut than left out.
  return lineEnd >= 0 && lineEnd < maxLength / 2 ? end.slice(lineEnd + 1) : end;
}
