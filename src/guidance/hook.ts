/**
 * Guidance for hook processes: Node's built-ins only, files of bounded size, and never an exception. A hook that
 * fails may block the person's work, and no advice is worth that.
 */

export { BLOCK_INTRODUCTION, CORRECTION_LINE } from './blocks/block-template.js';
export type {
  HookIndex,
  HookSettings,
  ProjectFolders,
} from './hook-index/hook-index.js';
export { readLearnedValues } from './hook-index/learned-values.js';
export { loadHookIndex } from './hook-index/load-hook-index.js';
export { decideInjection } from './injection/decide-injection.js';
export type {
  Injection,
  InjectionLine,
} from './injection/injection.js';
export { noteFailedCall, noteTurn, recordInjection } from './injection/logs.js';
export { claimPause } from './injection/pauses.js';
export { readSessionMemory } from './injection/session-memory.js';
export { findLessonCandidates, isCorrection } from './lessons/detect-lessons.js';
export { hasWaitingLessons } from './lessons/lesson-log.js';
export { draftNotice, takeLessonNotices } from './lessons/lesson-notices.js';
export { concernsGuidance, toToolCall } from './relevance/tool-action.js';
export { renderInjection } from './render/render-injection.js';
export { renderSessionStart, renderValues } from './render/render-session-start.js';
export { renderUntrusted } from './render/render-untrusted.js';
export { readNewTurns, rememberTurns } from './transcript/new-turns.js';
export { readRecentMessages } from './transcript/recent-messages.js';
export type { Turn } from './transcript/turn.js';
