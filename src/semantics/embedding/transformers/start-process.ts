import { type ChildProcess, fork } from 'node:child_process';
import { builtProgram } from '../../built-program.js';
import { EmbeddingError } from '../embedding-error.js';
import type { EmbedMessage, LoadSettings, WorkerAnswer } from './messages.js';

export interface TransformersProcess {
  readonly dimensions: number;
  /** Whether it has ended or is about to: nothing can be asked of it any more. */
  readonly isEnded: boolean;
  /** The vectors of the texts, one after the other. A process that does not answer in time is ended. */
  embed(texts: readonly string[], limitMs: number): Promise<Float32Array>;
  /** Whoever still waits for an answer is told the reason. */
  end(reason: unknown): Promise<void>;
}

export interface StartOptions {
  /** How long loading may take, fetching the model included. */
  readonly loadMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly workerFile?: string | undefined;
}

/**
 * Starts a process with the model and resolves when that is loaded. A process and not a thread, because the package
 * runs machine code: a fault in it would end every thread around it.
 */
export async function startProcess(settings: LoadSettings, options: StartOptions): Promise<TransformersProcess> {
  const { loadMs, signal, workerFile = builtProgram('transformers-worker.js') } = options;
  signal?.throwIfAborted();
  const child = fork(workerFile, [JSON.stringify(settings)], {
    // Typed arrays cross as they are.
    serialization: 'advanced',
    // Whatever the package prints is not for our standard output, which may be a protocol.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: ownEnvironment(process.env),
    execArgv: [],
  });
  const end = endOf(child);
  const asked = watchAnswers(child);
  const stop = () => asked.fail(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const { dimensions } = await asked.within(LOADING, loadMs, 'load the model', 'ready');
    return {
      dimensions,
      get isEnded() {
        return hasEnded(child) || child.killed || !child.connected;
      },
      embed: async (texts, limitMs) => {
        const id = asked.nextId();
        const answered = asked.within(id, limitMs, 'embed', 'embedded');
        const message: EmbedMessage = { id, texts };
        child.send(message, (error) => error && asked.fail(crashed(child)));
        return (await answered).data;
      },
      end: (reason) => {
        asked.fail(reason);
        return end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** Stands for the answer that no message asks for. */
const LOADING = 0;

interface Waiting {
  readonly resolve: (answer: WorkerAnswer) => void;
  readonly reject: (reason: unknown) => void;
}

/** Brings each answer to whoever waits for it; whoever still waits when the process is over is told so. */
function watchAnswers(child: ChildProcess) {
  const waiting = new Map<number, Waiting>();
  let lastId = LOADING;
  const fail = (reason: unknown) => {
    for (const { reject } of waiting.values()) reject(reason);
  };
  child.on('message', (answer: WorkerAnswer) => {
    const asked = waiting.get('id' in answer ? (answer.id ?? LOADING) : LOADING);
    if (answer.kind === 'failed') asked?.reject(new EmbeddingError('transformers', answer.failure, answer.message));
    else asked?.resolve(answer);
  });
  child.once('error', () => fail(crashed(child)));
  child.once('exit', () => fail(crashed(child)));
  return {
    nextId: () => ++lastId,
    fail,
    async within<Kind extends WorkerAnswer['kind']>(id: number, limitMs: number, what: string, kind: Kind) {
      const timer = setTimeout(() => {
        const message = `@huggingface/transformers does not ${what} within ${limitMs} ms`;
        waiting.get(id)?.reject(new EmbeddingError('transformers', 'timeout', message));
        // It may be stuck for good; the next one who asks gets a new one.
        child.kill('SIGKILL');
      }, limitMs);
      holdProcess(child, true);
      try {
        const answer = await new Promise<WorkerAnswer>((resolve, reject) => waiting.set(id, { resolve, reject }));
        if (answer.kind !== kind)
          throw new Error(`the transformers process answers ${answer.kind} in place of ${kind}`);
        return answer as Extract<WorkerAnswer, { kind: Kind }>;
      } finally {
        clearTimeout(timer);
        waiting.delete(id);
        holdProcess(child, waiting.size > 0);
      }
    },
  };
}

/** Ours may end while the other has nothing to do, and must not while somebody waits for its answer. */
function holdProcess(child: ChildProcess, isNeeded: boolean): void {
  if (isNeeded) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

function endOf(child: ChildProcess): () => Promise<void> {
  // Also "error": a process that could not be started never exits.
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
  return () => {
    if (hasEnded(child)) return Promise.resolve();
    child.ref();
    child.kill('SIGKILL');
    return ended;
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function crashed({ exitCode, signalCode }: ChildProcess): EmbeddingError {
  const how = signalCode ?? (exitCode === null ? 'no exit code' : `exit code ${exitCode}`);
  const message = `the process that runs @huggingface/transformers has ended (${how}); choose another embedding if it happens again`;
  return new EmbeddingError('transformers', 'crashed', message);
}

/** What finding, fetching and running a model takes. Keys of other services are none of the package's business. */
function ownEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => NEEDED.test(name)));
}

const NEEDED =
  /^(PATH|HOME|USERPROFILE|TMPDIR|TEMP|TMP|SYSTEMROOT|(LD|DYLD)_LIBRARY_PATH|XDG_CACHE_HOME|NODE_EXTRA_CA_CERTS|HF_\w+|(HTTPS?|NO|ALL)_PROXY)$/i;
