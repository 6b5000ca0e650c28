import type { Clock } from '../../kernel/clock.js';
import { cutText } from '../../kernel/cut-text.js';
import { quotePath, quoteText } from '../../kernel/quote.js';
import { type Action, getPaths } from '../action-log/action.js';
import type { ActionLog } from '../action-log/create-action-log.js';
import type { CoachSessions } from '../sessions/coach-sessions.js';
import type { Nudge } from '../sessions/nudge.js';
import type { SessionState } from '../sessions/session-state.js';
import type { FileDiff } from '../workspace/unified-diff.js';
import type { ModelsView } from './models-view.js';

interface PromptContextDependencies {
  readonly sessions: Pick<CoachSessions, 'current' | 'phaseDiffs'>;
  readonly actionLog: Pick<ActionLog, 'recent'>;
  readonly view: Pick<ModelsView, 'shownOnly' | 'redact'>;
  /** What the observer noticed and no agent has seen. */
  readonly observer: { takeForPrompt(): Promise<Nudge | null> };
  readonly clock: Clock;
}

/** What an agent should know when the person sends it a prompt; empty without an active session. */
export type DescribeForPrompt = (agentSession: string) => Promise<string>;

export function createPromptContext({
  sessions,
  actionLog,
  view,
  observer,
  clock,
}: PromptContextDependencies): DescribeForPrompt {
  /** When each agent was last described the session. */
  const described = new Map<string, Date>();

  return async (agentSession) => {
    const session = await sessions.current();
    if (session === null) return '';
    const since = described.get(agentSession);
    rememberLatest(described, agentSession, clock.now());
    const requests = await actionLog.recent(session.sessionId, {
      types: ['hint_level_change', 'explain_requested', 'review_requested'],
      ...(since !== undefined && { since }),
      limit: MAX_REQUESTS,
    });
    const changed = await view.shownOnly(await sessions.phaseDiffs(), ({ path }) => [path]);
    const named = (await view.shownOnly(requests, getPaths)).map(describeRequest);
    const nudge = await observer.takeForPrompt();
    const text = render(session, changed, { requests: named.filter((line) => line !== ''), nudge });
    return cutText(await view.redact(text), MAX_LENGTH);
  };
}

const MAX_LENGTH = 1_200;
const MAX_REQUESTS = 5;
const MAX_FILES = 12;
const MAX_AGENTS = 100;

function rememberLatest(described: Map<string, Date>, agentSession: string, now: Date): void {
  described.delete(agentSession);
  described.set(agentSession, now);
  const [oldest] = described.keys();
  if (described.size > MAX_AGENTS && oldest !== undefined) described.delete(oldest);
}

function describeRequest(action: Action): string {
  if (action.actionType === 'hint_level_change') return `set the hint level to ${action.data.level}`;
  if (action.actionType === 'review_requested') {
    return action.data.kataId === undefined ? 'asked for a review of the changes' : 'handed in a solution of a kata';
  }
  if (action.actionType !== 'explain_requested') return '';
  return `asked to explain ${quotePath(action.data.path)}:${action.data.range.startLine}`;
}

interface SaidOnPage {
  readonly requests: readonly string[];
  readonly nudge: Nudge | null;
}

/** The rest must fit, too. */
const MAX_TITLE = 150;
const MAX_DESCRIPTION = 300;

function render(session: SessionState, changed: readonly FileDiff[], { requests, nudge }: SaidOnPage): string {
  const phase = session.phases.find(({ status }) => status === 'active');
  const files = changed.slice(0, MAX_FILES).map(({ path, diff }) => `${quotePath(path)} ${countLines(diff)}`);
  const more = changed.length > files.length ? ` and ${changed.length - files.length} more` : '';
  return [
    `Witan coach: a coaching session is active: ${quoteText(session.issueContext.title, MAX_TITLE)}`,
    phase === undefined
      ? 'No phase is active.'
      : `Phase ${phase.number} of ${session.phases.length}: ${quoteText(phase.title, MAX_TITLE)}${phase.description === '' ? '' : ` (${quoteText(phase.description, MAX_DESCRIPTION)})`}`,
    ...(nudge === null
      ? []
      : [`The page has shown the person this (${nudge.signal}): ${quoteText(nudge.text, MAX_DESCRIPTION)}`]),
    `Changed since ${phase === undefined ? 'the session' : 'the phase'} began: ${files.length === 0 ? 'nothing' : `${files.join(', ')}${more}`}`,
    ...(requests.length === 0 ? [] : [`On the page the person ${requests.join('; ')}.`]),
    `Hint level: ${session.hintLevel}. The person writes the code; paige_get_diff shows it, paige_show_message and paige_highlight_lines answer on the page.`,
  ].join('\n');
}

function countLines(diff: string): string {
  const lines = diff.split('\n');
  const count = (sign: string) =>
    lines.filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3))).length;
  return `(+${count('+')} -${count('-')})`;
}
