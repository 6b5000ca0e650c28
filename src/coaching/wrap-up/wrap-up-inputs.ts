import { z } from 'zod';
import { cutText } from '../../kernel/cut-text.js';
import { getPaths } from '../action-log/action.js';
import type { ActionLog } from '../action-log/create-action-log.js';
import type { ModelsView } from '../models-view/models-view.js';
import type { SessionDetails } from '../sessions/session-details.js';
import type { CoachMessage } from '../sessions/session-state.js';
import type { CoachingStore } from '../store/coaching-store.js';
import type { Session } from '../store/sessions.js';
import { ACTION_TYPES, PHASE_STATUSES } from '../vocabulary.js';
import { type CondensedAction, condenseActions } from './condense-actions.js';
import type { SessionPrompt, SessionPrompts } from './session-prompts.js';
import { gatherEvidence, withHintsUsed } from './skill-evidence.js';

const text = z.string();

/** The facts about a session that models are given, without secrets. It is stored, so that a wrap-up that continues asks the same. */
export const wrapUpInputsSchema = z.object({
  /** Nothing was done: there is nothing to ask about. */
  isEmpty: z.boolean(),
  issueTitle: text,
  transcript: text,
  actionLog: z.array(
    z.object({
      action_type: z.enum(ACTION_TYPES),
      data: z.record(text, z.unknown()),
      created_at: text,
      times: z.number().optional(),
    }),
  ),
  phases: z.array(
    z.object({
      title: text,
      description: text,
      status: z.enum(PHASE_STATUSES),
      hint_level: text,
      hints_used: z.number(),
    }),
  ),
  existingGaps: z.array(z.object({ topic: text, frequency: z.number() })),
  accumulatedEvidence: z.array(
    z.object({ skill_area: text, sessions: z.number(), hint_trend: text, completion_rate: z.number() }),
  ),
  currentAssessments: z.array(z.object({ skill_area: text, stage: text, confidence: z.number() })),
});

export type WrapUpInputs = z.infer<typeof wrapUpInputsSchema>;

export interface InputDependencies {
  readonly store: CoachingStore;
  readonly details: Pick<SessionDetails, 'get'>;
  readonly actionLog: Pick<ActionLog, 'recent'>;
  readonly prompts: Pick<SessionPrompts, 'list'>;
  readonly view: Pick<ModelsView, 'shownOnly' | 'redact'>;
}

/** After the session has ended. `transcript` is what an agent gave, or null. */
export async function gatherInputs(
  dependencies: InputDependencies,
  session: Session,
  transcript: string | null,
): Promise<WrapUpInputs> {
  const { store, details, actionLog, prompts, view } = dependencies;
  const [{ issueContext, messages }, stored, written, plan, gaps, assessments] = await Promise.all([
    details.get(session),
    actionLog.recent(session.id, { limit: MAX_ACTIONS }),
    prompts.list(session.id),
    store.plans.current(session.id),
    store.gaps.list(),
    store.assessments.list(),
  ]);
  const actions = condenseActions(await view.shownOnly(stored.toReversed(), getPaths), MAX_ACTIONS_LENGTH);
  const phases = await withHintsUsed(store, plan?.phases ?? []);
  const isIdle = actions.every(({ action_type }) => action_type.startsWith('session_'));
  const known = assessments.slice(0, MAX_SKILLS);
  const inputs = await view.redact({
    issueTitle: issueContext.title,
    actionLog: actions,
    phases: phases.map(({ title, description, status, hintLevel, hintsUsed }) => ({
      ...{ title, description: cutText(description, MAX_DESCRIPTION_LENGTH), status },
      ...{ hint_level: hintLevel, hints_used: hintsUsed },
    })),
    existingGaps: gaps.slice(0, MAX_GAPS).map(({ topic, frequency }) => ({ topic, frequency })),
    accumulatedEvidence: await gatherEvidence(store, known),
    currentAssessments: known.map(({ skillArea, stage, confidence }) => ({ skill_area: skillArea, stage, confidence })),
  });
  const told = transcript ?? (await view.redact(renderTranscript({ actions, messages, prompts: written })));
  return {
    ...inputs,
    isEmpty: isIdle && phases.length + messages.length + written.length === 0 && transcript === null,
    transcript: newestText(told, MAX_TRANSCRIPT_LENGTH),
  };
}

/** Reads the part of an agent's transcript that is kept; null without one. Half a secret cannot be recognized, so more is searched. */
export async function readTranscript(given: string, { redact }: Pick<ModelsView, 'redact'>): Promise<string | null> {
  if (given.trim() === '') return null;
  return newestText(await redact(newestText(given, 2 * MAX_TRANSCRIPT_LENGTH)), MAX_TRANSCRIPT_LENGTH);
}

/** For the window of a small model. */
const MAX_TRANSCRIPT_LENGTH = 50_000;
const MAX_ACTIONS = 5_000;
const MAX_ACTIONS_LENGTH = 24_000;
const MAX_DESCRIPTION_LENGTH = 1_000;
const MAX_GAPS = 50;
const MAX_SKILLS = 40;

interface SessionRecord {
  readonly actions: readonly CondensedAction[];
  readonly messages: readonly CoachMessage[];
  readonly prompts: readonly SessionPrompt[];
}

/** Lists the events of a session, one line each, the oldest first; empty if nothing did. */
function renderTranscript({ actions, messages, prompts }: SessionRecord): string {
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
