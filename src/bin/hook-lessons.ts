import { type LearnInput, learnLessons as learn } from '../guidance/lessons/learn-lessons.js';
import type { LessonLearner } from '../hooks/protocol/handler.js';
import { createRedactor, secretValuesOf } from '../redaction/index.js';

/** What a hook loads only when it has found something to learn: reading of blocks, changes of graph files, redaction. */
export const learnLessons: LessonLearner['learnLessons'] = (input: Omit<LearnInput, 'redact'>) => {
  const redactor = createRedactor({ secretValues: secretValuesOf(process.env) });
  return learn({ ...input, redact: (text) => redactor.redactNow(text) });
};
