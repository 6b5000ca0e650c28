import { addLexicalPart } from '../../semantics/embedding/builtin/lexical-part.js';
import { unitVector } from '../../semantics/embedding/unit-vector.js';
import { type EmbeddedWith, type Embedding, embeddedWith } from '../../semantics/index.js';
import { fitUseOnAnchors } from '../../semantics/similarity/calibrate-embedding.js';
import { CALIBRATION, mapScore, type ScoreMap } from '../../semantics/similarity/score-map.js';
import { wordsOf } from '../../semantics/words.js';
import { questionSubject } from '../model/question-words.js';
import type { LeastRecentlyUsed } from './least-recently-used.js';

/**
 * The space in which questions are points: how they get there, and what their nearness means. A point means what a question is
 * about, not for how it is asked.
 */
export interface QuestionSpace {
  readonly embeddedWith: EmbeddedWith;
  /** There is no embedding: points are made of the words of the questions. */
  readonly comparesWords: boolean;
  embed(questions: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** One question, remembered for the next time. */
  embedOne(text: string, signal?: AbortSignal): Promise<Float32Array>;
  /** From the cosine of two questions to the calibrated scale. */
  score(cosine: number): number;
  /** The same for a question and a decision whose texts mention this share of it. */
  scoreDecision(cosine: number, share?: number): number;
}

export type EmbeddingCache = LeastRecentlyUsed<Float32Array>;

export async function openQuestionSpace(
  embedding: Embedding | undefined,
  cache: EmbeddingCache,
): Promise<QuestionSpace> {
  const chosen = embedding ?? createWordEmbedding();
  const measured = embedding === undefined ? undefined : CALIBRATION[embedding.backend];
  const questionMap = measured?.questions ?? (await fitUseOnAnchors(chosen, 'questions', questionSubject));
  const { backend, model, dimensions } = embeddedWith(chosen);
  // Cosines of the user's own models are on scales for which the weight of words was not measured.
  const weighsWords = embedding === undefined || measured !== undefined;

  const embedText = async (text: string, signal?: AbortSignal): Promise<Float32Array> => {
    const key = `${backend}/${model}\n${text}`;
    const known = cache.get(key);
    if (known !== undefined) return known;
    const [vector] = await chosen.embed([text], signal);
    if (vector === undefined) throw new Error(`${backend} gave no vector`);
    cache.set(key, vector);
    return vector;
  };

  return {
    // A name of its own: vectors that earlier versions made, of whole questions or with preambles, are made again.
    embeddedWith: { backend, model: `${model}/subject-2`, dimensions },
    comparesWords: embedding === undefined,
    embed: (questions, signal) => chosen.embed(questions.map(questionSubject), signal),
    embedOne: (question, signal) => embedText(questionSubject(question), signal),
    score: (cosine) => mapScore(questionMap, cosine),
    scoreDecision: (cosine, share = 0) =>
      weighsWords
        ? mapScore(RECALL_MAP, COSINE_WEIGHT * cosine + (1 - COSINE_WEIGHT) * share)
        : mapScore(questionMap, cosine),
  };
}

// Fitted on labeled decisions, with the builtin embedding and without any: docs/decisions/0007-recall-of-decisions.md.
const COSINE_WEIGHT = 2 / 3;
const RECALL_MAP: ScoreMap = [
  [0, 0],
  [0.315, 0.6],
  [1, 1],
];

/** Questions by their words alone, for those who want no embedding or whose copy has lost its model. */
function createWordEmbedding(): Embedding {
  return {
    backend: 'builtin',
    model: 'words-2',
    dimensions: DIMENSIONS,
    embed: async (texts) => texts.map(embed),
  };
}

const DIMENSIONS = 512;

function embed(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  addLexicalPart(wordsOf(text), informationOf, vector);
  return unitVector(vector) ?? vector;
}

// Without a table of frequencies: short words are mostly those that every question has.
function informationOf(word: string): number {
  return word.length <= 3 ? 0.6 : 1;
}
