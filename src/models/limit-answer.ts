import { failure } from '../kernel/result.js';
import type { ModelAnswer } from './model-adapter.js';

/** Longer answers would fill the prompts, transcripts and databases of all later rounds. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** An answer that is too long is a failure, because half of it could lack the vote or contradict the rest. */
export function limitAnswer(answer: ModelAnswer): ModelAnswer {
  if (!answer.ok) return answer;
  const { text, usage } = answer.value;
  const bytes = Buffer.byteLength(text);
  if (bytes <= MAX_ANSWER_BYTES) return answer;
  const detail = `it has ${(bytes / MAX_ANSWER_BYTES).toFixed(1)} MB, and at most 1 MB is accepted; ask for a shorter one`;
  return failure({ failure: { kind: 'unreadable_answer', detail }, usage });
}
