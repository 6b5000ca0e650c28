// The process that runs @huggingface/transformers, separate so that a crash of the package does not end the main process.
import { EmbeddingError } from '../embedding-error.js';
import type { EmbedMessage, LoadSettings, WorkerAnswer } from './messages.js';
import { type Extractor, openExtractor } from './open-extractor.js';

// The parent process has ended.
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
