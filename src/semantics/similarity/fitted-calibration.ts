/** Written by scripts/calibrate.mjs from the tune halves of the labeled pairs. */
export const FITTED = {
  builtin: {
    questions: [
      [0, 0],
      [0.332, 0.6],
      [0.71, 0.85],
      [1, 1],
    ],
    experiences: [
      [0, 0],
      [0.129, 0.6],
      [0.531, 0.85],
      [1, 1],
    ],
    long_answers: [
      [0, 0],
      [0.422, 0.4],
      [0.888, 0.85],
      [1, 1],
    ],
    options: [
      [0, 0],
      [0.94, 0.85],
      [1, 1],
    ],
  },
  tfidf: {
    questions: [
      [0, 0],
      [0.106, 0.6],
      [0.43, 0.85],
      [1, 1],
    ],
    experiences: [
      [0, 0],
      [0.01, 0.6],
      [0.29, 0.85],
      [1, 1],
    ],
    long_answers: [
      [0, 0],
      [0.073, 0.4],
      [0.715, 0.85],
      [1, 1],
    ],
    options: [
      [0, 0],
      [0.63, 0.85],
      [1, 1],
    ],
  },
  jaccard: {
    questions: [
      [0, 0],
      [0.111, 0.6],
      [0.333, 0.85],
      [1, 1],
    ],
    experiences: [
      [0, 0],
      [0.069, 0.6],
      [0.261, 0.85],
      [1, 1],
    ],
    long_answers: [
      [0, 0],
      [0.142, 0.4],
      [0.652, 0.85],
      [1, 1],
    ],
    options: [
      [0, 0],
      [0.697, 0.85],
      [1, 1],
    ],
  },
} as const;
