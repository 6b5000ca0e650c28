/** Logs of the data folder, one JSON object per line; they only grow, and are put aside when they are large. */
export const INJECTION_LOG = 'injections.jsonl';
export const PAUSE_LOG = 'pauses.jsonl';
export const OUTCOME_LOG = 'guidance-outcomes.jsonl';
export const TURN_LOG = 'lesson-turns.jsonl';
export const LESSON_LOG = 'lessons.jsonl';

/** How much of a log's end a hook looks at: some thousand lines. */
export const HOOK_TAIL_BYTES = 262_144;
