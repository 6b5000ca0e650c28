import { Ollama } from 'ollama';
import { z } from 'zod';
import type { ModelRequest } from '../../../src/models/index.js';
import { type Attempt, type FailedAttempt, finalFailure } from '../call/attempt.js';
import type { Send } from '../call/exchange.js';
import { fetchThrough } from '../call/fetch-through.js';
import type { HttpService } from '../call/http-service.js';
import { jsonHeaders } from '../call/post-json.js';
import { listOllamaModels, ollamaHost } from './list-models.js';
import { answerWith, readAnswer } from './read-answer.js';
import { Figure, usageOf } from './usage-figures.js';
import { withoutThoughts } from './without-thoughts.js';

/** One try over Ollama's own API, through its package. */
export async function askOllama(send: Send, service: HttpService, request: ModelRequest): Promise<Attempt> {
  const wire = fetchThrough(send, jsonHeaders(service));
  const ollama = new Ollama({ host: ollamaHost(service.settings.baseUrl), fetch: wire.fetch });
  let raw: unknown;
  try {
    raw = await ollama.chat({
      model: request.model,
      messages: [{ role: 'user', content: request.prompt }],
      stream: false,
      options: {
        num_ctx: contextFor(request.prompt),
        ...(request.maxAnswerTokens !== undefined && { num_predict: request.maxAnswerTokens }),
      },
      ...(request.reasoningEffort !== undefined && { think: thinkLevel(request.reasoningEffort) }),
    });
  } catch {
    const failed = wire.failed();
    if (failed === undefined) return finalFailure({ kind: 'unreadable_answer', detail: 'not JSON' });
    if (failed.failure.kind === 'unknown_model') return notPulled(send, service, request.model, failed);
    return { ok: false, error: failed };
  }
  const read = readAnswer(raw, CHAT, service, request);
  if (!read.ok) return read;
  const { answer, usage } = read.value;
  return answerWith(withoutThoughts(answer.message.content), answer.done_reason === 'length', usage);
}

/** Says what is there instead: a model that is not pulled yet is the usual first mistake. */
async function notPulled(send: Send, service: HttpService, model: string, failed: FailedAttempt): Promise<Attempt> {
  const installed = await listOllamaModels(send, service);
  const names = installed.ok && installed.value.length > 0 ? installed.value.join(', ') : 'none';
  const detail = `get it with \`ollama pull ${model}\`; installed: ${names}`;
  return finalFailure({ kind: 'unknown_model', model, detail }, failed.usage);
}

/**
 * Room for the prompt and an answer. Ollama's default is far below a debate, and it cuts what does not fit without a
 * word. Few sizes, because a new one makes it load the model again.
 */
function contextFor(prompt: string): number {
  const needed = Math.ceil(prompt.length / 3) + 4096;
  return [8192, 16_384, 32_768, 65_536].find((size) => size >= needed) ?? 131_072;
}

/** Ollama knows three levels; other tools' names for more or less are brought to the nearest. */
function thinkLevel(effort: string): boolean | 'low' | 'medium' | 'high' {
  if (effort === 'none') return false;
  if (effort === 'minimal' || effort === 'low') return 'low';
  return effort === 'medium' ? 'medium' : 'high';
}

const CHAT = {
  answer: z.object({ message: z.object({ content: z.string() }), done_reason: z.string().nullish() }),
  usage: z
    .object({ prompt_eval_count: Figure, eval_count: Figure })
    .transform((figures) => usageOf(figures.prompt_eval_count, figures.eval_count)),
};
