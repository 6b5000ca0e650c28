import { z } from 'zod';
import { type ActionType, HINT_LEVELS, MESSAGE_TYPES } from '../vocabulary.js';

const path = z.string();
const count = z.number().int();
const confidence = z.number();
const phase = z.object({ phaseId: z.string(), phaseNumber: count, title: z.string() });
const range = z.object({ startLine: count, startColumn: count, endLine: count, endColumn: count });
const nothing = z.object({});
/** How a call to a model ended. */
const ending = { model: z.string(), latency_ms: z.number(), success: z.boolean(), error: z.string().optional() };

/** The data of each type of action. Other fields are left out when an action is stored, such as the text of a file. */
export const ACTION_DATA = {
  file_open: z.object({ path }),
  file_save: z.object({ path, charCount: count }),
  file_close: z.object({ path }),
  buffer_summary: z.object({ path, editCount: count, charDelta: count, charCount: count }),
  buffer_significant_change: z.object({ path, previousCharCount: count, newCharCount: count, delta: count }),
  /** `fromPath` is null when no file was open before. */
  tab_switch: z.object({ fromPath: path.nullable(), toPath: path }),
  selection: z.object({ path, range, textLength: count }),
  hint_level_change: z.object({ level: z.enum(HINT_LEVELS), previousLevel: z.enum(HINT_LEVELS) }),
  explain_requested: z.object({ path, range }),
  explain_completed: z.object({ path, ...ending }),
  /** A review of a phase has no kata. */
  review_requested: z.object({ kataId: z.string().optional() }),
  /** A review that failed has no level; one of a phase has no kata. */
  review_completed: z.object({
    kataId: z.string().nullable(),
    level: z.number().optional(),
    passed: z.boolean().optional(),
    ...ending,
  }),
  idle_start: z.object({ lastActionTimestamp: z.union([z.number(), z.string()]) }),
  idle_end: nothing,
  /** Null for a goal of the person's own. */
  session_started: z.object({ issueNumber: count.nullable() }),
  session_resumed: z.object({ previousSessionId: z.string() }),
  session_ended: z.object({ status: z.enum(['completed', 'abandoned']), durationMs: z.number() }),
  phase_started: phase,
  phase_completed: phase,
  coaching_message: z.object({ messageType: z.enum(MESSAGE_TYPES) }),
  coaching_pipeline: z.object({ planId: z.string(), phaseCount: count }),
  nudge_sent: z.object({ signal: z.string(), confidence }),
  /** Without a signal if no model was asked. */
  nudge_suppressed: z.object({ signal: z.string().optional(), confidence: confidence.optional(), reason: z.string() }),
  observer_muted: z.object({ muted: z.boolean() }),
  /** `sessionId` is the one of the MCP connection. */
  mcp_tool_call: z.object({ toolName: z.string(), sessionId: z.string().nullable() }),
  decorations_applied: z.object({ path, count }),
  file_hints_applied: z.object({ paths: z.array(path) }),
  dashboard_loaded: z.object({ statsPeriod: z.string(), issuesLoaded: z.boolean(), materialsLoaded: z.boolean() }),
} as const satisfies Record<ActionType, z.ZodObject>;

export type ActionData = { readonly [Type in ActionType]: Readonly<z.infer<(typeof ACTION_DATA)[Type]>> };

/** Explaining, reviewing and the dashboard also work without a session. */
export const SESSIONLESS_ACTIONS: ReadonlySet<ActionType> = new Set([
  'explain_requested',
  'explain_completed',
  'review_requested',
  'review_completed',
  'dashboard_loaded',
]);
