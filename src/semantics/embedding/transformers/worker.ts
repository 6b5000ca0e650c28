// The program of the process that runs @huggingface/transformers: whatever that package does to its process, the one
// that people talk to lives on.
import { EmbeddingError } from '../embedding-error.js';
import type { EmbedMessage, LoadSettings, WorkerAnswer } from './messages.js';
import { type Extractor, openExtractor } from './open-extractor.js';

// The other side is gone, in order or not: nobody will ever ask again.
process.once('disconnect', () => process.exit());

const extractor = openExtractor(JSON.parse(process.argv[2] ?? '{}') as LoadSettings);
extractor.then(
  ({ dimensions }) => answer({ kind: 'ready', dimensions }),
  (error: unknown) => answer(failureOf(error)),
);

let last: Promise<void> = Promise.resolve();
process.on('message', (message: EmbedMessage) => {
  last = last.then(() => embed(message));
});

async function embed({ id, texts }: EmbedMessage): Promise<void> {
  try {
    const { extract }: Extractor = await extractor;
    answer({ kind: 'embedded', id, data: await extract(texts) });
  } catch (error) {
    answer({ ...failureOf(error), id });
  }
}

function failureOf(error: unknown): Extract<WorkerAnswer, { kind: 'failed' }> {
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'failed', failure: error instanceof EmbeddingError ? error.kind : 'bad_answer', message };
}

function answer(message: WorkerAnswer): void {
  process.send?.(message);
}
