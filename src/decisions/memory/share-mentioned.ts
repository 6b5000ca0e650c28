import { stem } from '../../semantics/stem.js';
import { wordsOf } from '../../semantics/words.js';
import { questionSubject } from '../model/question-words.js';

/** How much of a question each text mentions, from 0 to 1. A word counts more if few of the texts mention it. */
export function shareMentioned(question: string, texts: readonly string[]): number[] {
  const mentioned = texts.map(stemsOf);
  const weights = [...stemsOf(question)].map((word) => {
    const count = mentioned.filter((words) => words.has(word)).length;
    return { word, weight: Math.log(1 + texts.length / (1 + count)) };
  });
  const sumOf = (parts: typeof weights) => parts.reduce((sum, { weight }) => sum + weight, 0);
  const all = sumOf(weights);
  return mentioned.map((words) => (all === 0 ? 0 : sumOf(weights.filter(({ word }) => words.has(word))) / all));
}

function stemsOf(text: string): Set<string> {
  return new Set(wordsOf(questionSubject(text).toLowerCase()).map(stem));
}
