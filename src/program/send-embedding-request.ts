import { failure, success } from '../kernel/result.js';
import type { SendRequest } from '../semantics/embedding/send-request.js';

/** Gives semantics the adapters' way to the network. Loaded at the first request: most runs need no embedding server. */
export const sendEmbeddingRequest: SendRequest = async (request, signal) => {
  const { sendOnce } = await import('../../adapters/http/send-once.js');
  const sent = await sendOnce({ ...request, headers: JSON_HEADERS }, OLLAMA, signal);
  if (sent.ok) return success(sent.value.body);
  const { kind, message } = sent.error;
  return failure({ kind: kind === 'unreachable' || kind === 'timeout' ? kind : 'bad_answer', message });
};

const JSON_HEADERS = { accept: 'application/json', 'content-type': 'application/json' };
const OLLAMA = { name: 'ollama', unreachableHint: 'start it with `ollama serve`' };
