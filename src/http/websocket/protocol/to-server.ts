import { z } from 'zod';
import { PHASE_STATUSES } from '../../../coaching/vocabulary.js';
import { cursor, fileText, hintLevel, id, path, period, range, shortText, size, version } from './shapes.js';

const nothing = z.object({});

/** Every message that a page can send, by its type. The second part is ours, the first is that of the specification. */
export const TO_SERVER = {
  'connection:hello': z.object({ version: shortText, platform: shortText, windowSize: size }),
  'dashboard:request': z.object({ statsPeriod: period.optional() }),
  'dashboard:refresh_issues': nothing,
  /** An issue, or a goal of the person's own. */
  'session:start': z.object({ issueNumber: z.int().min(1).optional(), goal: shortText.optional() }),
  'session:resume': z.object({ sessionId: id }),
  /** Without an id, the active one. */
  'session:end': z.object({ sessionId: id.optional() }),
  /** A reload is a page that looks what there is now: no action of the person, and not for other pages. */
  'file:open': z.object({ path, isReload: z.boolean().optional() }),
  /** `version` is that of the content which was edited; without it nothing is compared. */
  'file:save': z.object({ path, content: fileText, version: version.optional() }),
  /** Unsaved text is kept, unless the person gave it up. */
  'file:close': z.object({ path, discard: z.boolean().optional() }),
  'buffer:update': z.object({
    path,
    content: fileText,
    cursorPosition: cursor,
    selections: z.array(range).max(1_000).optional(),
    version: version.optional(),
  }),
  'editor:tab_switch': z.object({ fromPath: path.nullable(), toPath: path }),
  'editor:selection': z.object({ path, range, textLength: z.int().min(0) }),
  'editor:scroll': z.object({ path }).loose(),
  'explorer:expand_dir': z.object({ path }),
  'explorer:collapse_dir': z.object({ path }),
  'hints:level_change': z.object({ level: hintLevel, previousLevel: hintLevel }),
  /** The older form has `range` instead of `selection`. */
  'user:explain': z.object({
    explanationId: id.optional(),
    path,
    language: shortText.optional(),
    selection: z.object({ startLine: z.int(), startCol: z.int(), endLine: z.int(), endCol: z.int() }).optional(),
    range: range.optional(),
    selectedText: fileText,
    surroundingContext: fileText.optional(),
  }),
  /** Without a kata: the changes since the phase began. A submission that is being reviewed is not reviewed twice. */
  'user:review': z.object({
    kataId: id.optional(),
    submissionId: id.optional(),
    userCode: fileText.optional(),
    activeConstraintTitles: z.array(shortText).max(100).optional(),
  }),
  'user:idle_start': z.object({ lastActionTimestamp: z.union([z.number(), shortText]) }),
  'user:idle_end': nothing,
  'observer:mute': z.object({ muted: z.boolean() }),
  'practice:submit_solution': z.object({ kataId: id, code: fileText, activeConstraints: z.array(shortText).max(100) }),
  'terminal:ready': z.object({ cols: z.int().min(1), rows: z.int().min(1) }),
  'terminal:input': z.object({ input: fileText }),
  'terminal:resize': z.object({ cols: z.int().min(1), rows: z.int().min(1) }),

  'phase:update': z.object({ phase: z.int().min(1), status: z.enum(PHASE_STATUSES) }),
  'phase:create': z.object({ title: shortText, description: shortText.optional() }),
  'phase:edit': z.object({ phase: z.int().min(1), title: shortText, description: shortText }),
  /** A pending phase. By id: numbers change when another page deletes or moves one. */
  'phase:delete': z.object({ phaseId: id }),
  /** A pending phase takes the number of another pending one. */
  'phase:move': z.object({ phaseId: id, to: z.int().min(1) }),
  /** While it is paused, Claude Code may write. */
  'session:pause': z.object({ isPaused: z.boolean() }),
  'practice:load': z.object({ kataId: id }),
  'gap:update': z.object({ gapId: id, addressed: z.boolean() }),
  'file:create': z.object({ path, kind: z.enum(['file', 'directory']) }),
  'file:rename': z.object({ path, newPath: path }),
  'file:delete': z.object({ path }),
  /** Lists what `file:restore` can bring back; the answer is `files:removed_list`. */
  'files:removed': nothing,
  'file:restore': z.object({ trashId: id }),
  /** `not_now`: the person wants no help with it; `helped`: it was right. */
  'nudge:dismiss': z.object({ nudgeId: id, answer: z.enum(['not_now', 'helped']).optional() }),
  'hint:more': nothing,
  'council:ask': z.object({ question: shortText }),
} as const;

export type ToServer = { [Type in keyof typeof TO_SERVER]: z.infer<(typeof TO_SERVER)[Type]> };
