import type { Logger } from '../kernel/logger.js';
import { createJaccardSimilarity, type Semantics, type SemanticsOptions, type Similarity } from '../semantics/index.js';

/** The two comparisons a council makes, each on its own scale. */
export interface CouncilSimilarities {
  readonly answers: Similarity;
  readonly options: Similarity;
}

/**
 * Opened at the first comparison: most rounds need none before models have answered, and the start of the program
 * should not wait for it. Whatever goes wrong, a debate goes on with shared words.
 */
export function openSimilarities(options: SemanticsOptions, logger: Logger): CouncilSimilarities {
  let opened: Promise<Semantics | undefined> | undefined;
  const open = () => {
    opened ??= openSemantics(options).catch((error: unknown) => {
      logger.log('warn', 'semantics_not_opened', { message: String(error) });
      return undefined;
    });
    return opened;
  };
  const comparison = (use: 'long_answers' | 'options'): Similarity => {
    const words = createJaccardSimilarity();
    let { backend } = words;
    return {
      get backend() {
        return backend;
      },
      compare: async (a, b) => {
        const semantics = await open();
        if (semantics === undefined) return words.compare(a, b);
        const measured = await semantics.measure(a, b, use);
        backend = measured.backend;
        return measured.score;
      },
    };
  };
  return { answers: comparison('long_answers'), options: comparison('options') };
}

async function openSemantics(options: SemanticsOptions): Promise<Semantics> {
  const { createSemantics } = await import('../semantics/index.js');
  return createSemantics(options);
}
