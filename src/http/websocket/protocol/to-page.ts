import { z } from 'zod';
import { attemptSchema, nudgeSchema, phaseReviewSchema } from '../../../coaching/index.js';
import { ERROR_CODES, WRITES_STATUSES } from '../../../coaching/vocabulary.js';
import { DASHBOARD } from './dashboard.js';
import {
  constraint,
  error,
  fileHint,
  highlight,
  hintLevel,
  id,
  issueContext,
  message,
  path,
  phase,
  range,
  treeNode,
  unfinished,
  version,
} from './shapes.js';

const content = {
  path,
  content: z.string(),
  language: z.string(),
  lineCount: z.int(),
  version,
  /** Text that was typed and not saved, with the version that it began with. */
  unsaved: z.object({ content: z.string(), version }).optional(),
};
/** The known facts about the plan of a session; a demo plan was made without a model. */
const plan = z.object({
  planId: id,
  memoryConnection: z.string().nullable(),
  estimatedDifficulty: z.string(),
  isDemo: z.boolean(),
});
const session = z.object({
  sessionId: id,
  issueContext,
  phases: z.array(phase).readonly(),
  /** Null or missing while phases are typed by hand. */
  plan: plan.nullable().optional(),
  hintLevel,
  /** The number of times that the person asked for one more hint in the active phase. */
  hintsUsed: z.int().optional(),
  /** While it is paused, an agent may write. */
  isPaused: z.boolean(),
});
/** Says if the writes of Claude Code are held, which is only known after one of its hooks reported, and who is connected. */
const status = z.object({
  writes: z.enum(WRITES_STATUSES),
  agents: z.int(),
  /** The model that coaches; null for the demo coach, which uses none. */
  model: z.string().nullable().optional(),
  /** The problem of storing; null if everything is. */
  problem: z.string().nullable().optional(),
});
const observer = z.object({ active: z.boolean(), muted: z.boolean(), lastEvaluation: z.string().nullable() });
const attempt = attemptSchema.extend({ constraints: z.array(z.string()).readonly() });
const explained = z.object({
  path,
  explanation: z.string(),
  keyConcepts: z.array(z.string()),
  analogy: z.string().nullable(),
  relatedFiles: z.array(z.string()).nullable(),
  phaseConnection: z.string().nullable(),
});
const messages = z.array(message.required({ sentAt: true })).readonly();
const ended = z.object({ summary: z.object({ sessionId: id, durationMs: z.number(), phasesCompleted: z.int() }) });
const completed = z.object({
  sessionId: id,
  knowledgeGaps: z.int(),
  kataSpecs: z.int(),
  dreyfusUpdates: z.int(),
  memoriesStored: z.int(),
  /** Counts for the summary of the page. */
  details: z
    .object({
      gaps: z.array(z.object({ topic: z.string(), severity: z.string() })).readonly(),
      katas: z.array(z.object({ title: z.string(), topic: z.string() })).readonly(),
      skills: z
        .array(z.object({ skillArea: z.string(), stage: z.string(), previousStage: z.string().nullable() }))
        .readonly(),
      memories: z.array(z.string()).readonly(),
      /** Failed steps, one sentence each. */
      problems: z.array(z.string()).readonly(),
      /** No model was asked, because there is none. */
      isDemo: z.boolean().optional(),
    })
    .optional(),
});

const councilAnswer = z.object({
  question: z.string(),
  status: z.enum(['running', 'done', 'failed']),
  /** One sentence: the verdict, or why there is none. */
  text: z.string(),
  deliberationId: id.nullable(),
});

/** The last review of each phase. */
const reviews = z.array(phaseReviewSchema).readonly().optional();

/** Every message that the server can send, by its type: first those of the specification, then ours. */
export const TO_PAGE = {
  /** `state` is all that a page needs to show what is going on, at the first connection and after a break. */
  'connection:init': z.object({
    sessionId: id.nullable(),
    capabilities: z.array(z.string()),
    featureFlags: z.record(z.string(), z.boolean()),
    state: z.object({
      projectName: z.string(),
      /** Differs for every project of the person, so that a page never sends the text of one to another. */
      projectId: id,
      session: session.nullable(),
      unfinished: z.array(unfinished).readonly(),
      /** The session that ended last, while none is active; `completed` is null while its wrap-up runs. */
      lastSummary: z.object({ ended, completed: completed.nullable() }).nullable().optional(),
      /** The last question to the council in this session. */
      councilAnswer: councilAnswer.nullable().optional(),
      /** The last ones; `answer` is null while the coach works on it. */
      explanations: z
        .array(
          z.object({ explanationId: id, path, startLine: z.int(), endLine: z.int(), answer: explained.nullable() }),
        )
        .readonly()
        .optional(),
      reviews,
      openFiles: z.array(path).readonly(),
      highlights: z.array(highlight).readonly(),
      fileHints: z.array(fileHint).readonly(),
      /** The coach's messages in this session, the oldest first. */
      messages,
      status,
      /** The one that the person has not answered yet. */
      nudge: nudgeSchema.nullable().optional(),
      observer: observer.optional(),
      /** Text that was typed and not saved. */
      unsaved: z.array(z.object({ path, content: z.string(), version })),
    }),
  }),
  'connection:error': z.object({ code: z.enum(ERROR_CODES), message: z.string(), context: z.string().optional() }),
  ...DASHBOARD,
  'fs:tree': z.object({ root: treeNode }),
  'fs:tree_update': z.object({
    action: z.enum(['add', 'change', 'unlink', 'addDir', 'unlinkDir']),
    path,
    newPath: path.optional(),
  }),
  'fs:content': z.object(content),
  'fs:save_ack': z.object({ path, success: z.literal(true), timestamp: z.string(), version }),
  /** With the text on disk if the file was changed there since it was read. */
  'fs:save_error': z.object({
    path,
    error: z.string(),
    code: z.enum(ERROR_CODES),
    stored: z.object({ content: z.string().nullable(), version }).optional(),
  }),
  'editor:decorations': z.object({ path, decorations: z.array(highlight) }),
  'editor:clear_decorations': z.object({ path: path.optional() }),
  'editor:hover_hint': z.object({ path, range, hintText: z.string() }),
  'editor:open_file': z.object(content),
  'editor:highlight_lines': highlight,
  'editor:clear_highlights': z.object({ path: path.optional() }),
  'explorer:hint_files': z.object({ hints: z.array(fileHint).readonly() }),
  'explorer:clear_hints': z.object({}),
  'session:started': session.extend({ openFiles: z.array(path).readonly().optional() }),
  'session:resumed': z.object({ restoredState: session, messages, reviews }),
  'session:ended': ended,
  'session:completed': completed,
  'coaching:phase_update': z.object({ phase, status: z.string(), description: z.string() }),
  'coaching:message': message,
  'coaching:issue_context': issueContext,
  'coaching:plan_ready': plan.extend({ phases: z.array(phase).readonly(), isDemo: z.boolean().optional() }),
  'observer:nudge': nudgeSchema,
  'observer:status': observer,
  'explain:response': explained.extend({ explanationId: id.optional() }),
  'explain:error': error.extend({ path, explanationId: id.optional() }),
  'review:response': z.object({
    kataId: id,
    correct: z.boolean(),
    feedback: z.string(),
    level: z.number(),
    passed: z.boolean(),
    followUp: z
      .object({
        type: z.enum(['constraint_escalation', 'retry_hint', 'completed']),
        constraint: z.string().optional(),
        reason: z.string().optional(),
      })
      .nullable(),
    dreyfusSignal: z.enum(['advancing', 'stable', 'struggling']),
    unlockedConstraints: z.array(constraint),
  }),
  'review:error': z.object({ kataId: id, error: z.string() }),
  'practice:kata_load': z.object({
    kata: z.object({
      id,
      title: z.string(),
      topic: z.string(),
      description: z.string(),
      scaffoldingCode: z.string(),
      attempts: z.array(attempt).readonly(),
      bestLevel: z.number().nullable(),
      dueAt: z.string().nullable(),
    }),
    /** All of them; those above the best level so far are locked. */
    constraints: z.array(constraint.extend({ isUnlocked: z.boolean() })).readonly(),
    /** The ids of submissions whose review has not arrived yet. */
    reviewing: z.array(z.string()).readonly(),
  }),
  'practice:solution_review': z.object({
    review: z.string(),
    level: z.number(),
    passed: z.boolean(),
    constraintsUnlocked: z.array(constraint),
  }),

  'coach:status': status,
  /** The nudge was answered, on this page or another one. */
  'observer:nudge_closed': z.object({ nudgeId: id }),
  /** A review of what was changed since the phase began. */
  'review:phase': phaseReviewSchema,
  'review:phase_error': error.extend({ phaseId: id.optional() }),
  /** The hint level of the session after a page changed it. */
  'hints:level': z.object({ level: hintLevel, hintsUsed: z.int().optional() }),
  /** A question to the council that a page asked, when it starts and when it has ended. */
  'council:answer': councilAnswer,
  /** All phases in their order, after one was deleted or moved. */
  'coaching:phases': z.object({ phases: z.array(phase).readonly() }),
  'file:deleted': z.object({ path, trashId: id }),
  /** The newest first. */
  'files:removed_list': z.object({
    files: z.array(z.object({ trashId: id, path, removedAt: z.string() })).readonly(),
  }),
} as const;

export type ToPage = { [Type in keyof typeof TO_PAGE]: z.infer<(typeof TO_PAGE)[Type]> };
