import { COMPANIONS, FAULTS, HINTS, PROHIBITIONS, REPETITIONS, RULES, WRONGS } from './correction-cues.js';
import { findBlocks } from './find-blocks.js';
import { ownText, spokenText } from './own-text.js';
import { NOTICES, STATEMENTS, USER_NOTICES } from './statement-cues.js';
import type { LessonSource, Turn } from './turn.js';

export interface DetectedLesson {
  readonly source: LessonSource;
  /** The speaker's words: the inside of a block, or the whole text in which the lesson stands. */
  readonly text: string;
  /** The sentence that gave it away; empty for a block. */
  readonly sentence: string;
}

/** What a turn teaches. Corrections are taken from users only: an agent's "you need to" is advice, not a mistake. */
export function detectLessons(turn: Turn): DetectedLesson[] {
  const own = ownText(turn);
  if (own === undefined) return [];
  const blocks = findBlocks(own);
  if (blocks.length > 0) {
    return blocks.map((text) => ({ source: 'process_knowledge_block', text, sentence: '' }));
  }
  const spoken = spokenText(own).trim();
  if (spoken === '') return [];
  const found = turn.role === 'user' ? detectInUserText(spoken) : detectStatement(spoken, NOTICES);
  return found === undefined ? [] : [{ ...found, text: own.trim() }];
}

type Found = Pick<DetectedLesson, 'source' | 'sentence'>;

function detectInUserText(spoken: string): Found | undefined {
  const sentences = sentencesOf(spoken);
  const statements = sentences.filter((sentence) => !isQuestion(sentence));
  const repeated = sentences.find((sentence) => matchesAny(sentence, REPETITIONS) && !isTask(sentence));
  if (repeated !== undefined) return { source: 'repeated_mistake', sentence: repeated };
  const fault = statements.find((sentence) => matchesAny(sentence, FAULTS) && !isTask(sentence));
  if (fault !== undefined) return { source: 'user_correction', sentence: fault };
  const statement = detectStatement(spoken, [...NOTICES, ...USER_NOTICES]);
  if (statement !== undefined) return statement;
  const correction = findCorrection(sentences);
  return correction === undefined ? undefined : { source: 'user_correction', sentence: correction };
}

function findCorrection(sentences: readonly string[]): string | undefined {
  let hints = 0;
  let companions = 0;
  let hinted: string | undefined;
  let isWithinTask = false;
  for (const sentence of sentences) {
    const isAsked = isQuestion(sentence);
    if (isTask(sentence)) isWithinTask = true;
    else if (!isAsked) {
      if (matchesAny(sentence, WRONGS)) return sentence;
      // What follows a task in the same turn is a requirement of that task.
      if (!isWithinTask && !isForNow(sentence) && matchesAny(sentence, [...PROHIBITIONS, ...RULES])) return sentence;
    }
    if (isAsked && !/^why (?:did|are|do|have) you\b/i.test(sentence)) continue;
    const count = HINTS.filter((cue) => cue.test(sentence)).length;
    if (count > 0) hinted ??= sentence;
    hints += count;
    companions += COMPANIONS.filter((cue) => cue.test(sentence)).length;
  }
  return hints > 0 && hints + companions >= 2 && !isWithinTask ? hinted : undefined;
}

function detectStatement(spoken: string, notices: readonly RegExp[]): Found | undefined {
  for (const cue of [...STATEMENTS, ...notices]) {
    const match = cue.exec(spoken);
    if (match === null) continue;
    const sentence = sentenceAt(spoken, match.index + match[0].length - 1);
    if (!sentence.trimEnd().endsWith('?')) return { source: 'lesson_learned', sentence };
  }
  return undefined;
}

/** The sentence around a place, and where it is only a heading the line below it. */
function sentenceAt(text: string, place: number): string {
  const start = Math.max(text.lastIndexOf('. ', place), text.lastIndexOf('\n\n', place)) + 1;
  const rest = text.slice(start).trimStart();
  const end = /[.!?](?:\s|$)|\n\n/.exec(rest.slice(Math.max(0, place - start)))?.index;
  return (end === undefined ? rest : rest.slice(0, end + Math.max(0, place - start) + 1)).trim();
}

export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) =>
      sentence
        .replace(/^[\s*#_-]+/, '')
        .trim()
        .slice(0, LONGEST_SENTENCE),
    )
    .filter((sentence) => sentence !== '');
}

// Nobody corrects in longer ones, and some cues look at a sentence from every word of it.
const LONGEST_SENTENCE = 600;

export function isQuestion(sentence: string): boolean {
  return /\?\W*$/.test(sentence);
}

/** An order for the work at hand. */
export function isTask(sentence: string): boolean {
  return TASK.test(sentence);
}

const TASK =
  /^(?:(?:please|pls|now|next|then|and|also|ok|okay|great|thanks|good|first|finally|hi|hey)[,.!:]? )*(?:(?:can|could|would|will) you|i want|i'd like|i would like|i need|let's|let us|add|write|create|build|implement|make (?!sure)|show|generate|change the|rename|refactor|translate|explain|summari[sz]e|give|list|draw|design|set up|install|start|deploy|open|move the|convert|extend|extract|update the|bump|document|run the|run it|try)\b/i;

/** "Don't change anything yet": it holds for this step only. */
export function isForNow(sentence: string): boolean {
  return /\b(?:yet|for now|for the moment|this time|today|right now|just (?:look|explain|tell|answer|show)|until i|in this step|at this point)\b/i.test(
    sentence,
  );
}

function matchesAny(sentence: string, cues: readonly RegExp[]): boolean {
  return cues.some((cue) => cue.test(sentence));
}
