import { Ollama } from 'ollama';
import { z } from 'zod';
import { toUsage } from '../../../src/models/index.js';
import { type Attempt, type FailedAttempt, finalFailure } from '../call/attempt.js';
import type { ModelCall } from '../call/exchange.js';
import { fetchThrough } from '../call/fetch-through.js';
import { Figure } from '../call/figure.js';
import { jsonHeaders } from '../call/post-json.js';
import { listOllamaModels, ollamaHost } from './list-models.js';
import { answerWith, readAnswer, withoutThoughts } from './read-answer.js';

/** One try over Ollama's own API, through its package. */
export async function askOllama(call: ModelCall): Promise<Attempt> {
  const { send, service, request } = call;
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
    if (failed.failure.kind === 'unknown_model') return notPulled(call, failed);
    return { ok: false, error: failed };
  }
  const read = readAnswer(raw, CHAT, call);
  if (!read.ok) return read;
  const { answer, usage } = read.value;
  return answerWith(withoutThoughts(answer.message.content), answer.done_reason === 'length', usage);
}

/** Lists the installed models, because a model that is not pulled yet is the most common mistake. */
async function notPulled({ send, service, request: { model } }: ModelCall, failed: FailedAttempt): Promise<Attempt> {
  const installed = await listOllamaModels(send, service);
  const names = installed.ok && installed.value.length > 0 ? installed.value.join(', ') : 'none';
  const detail = `get it with \`ollama pull ${model}\`; installed: ${names}`;
  return finalFailure({ kind: 'unknown_model', model, detail }, failed.usage);
}

/**
 * The context size for the prompt and an answer. Ollama's default is too small for a debate, and it silently cuts what
 * does not fit. Few sizes, because a new one makes it load the model again.
 */
function contextFor(prompt: string): number {
  const needed = Math.ceil(prompt.length / 3) + 4096;
  return [8192, 16_384, 32_768, 65_536].find((size) => size >= needed) ?? 131_072;
}

/** Ollama has three levels; other names are mapped to the nearest. */
function thinkLevel(effort: string): boolean | 'low' | 'medium' | 'high' {
  if (effort === 'none') return false;
  if (effort === 'minimal' || effort === 'low') return 'low';
  return effort === 'medium' ? 'medium' : 'high';
}

const CHAT = {
  answer: z.object({ message: z.object({ content: z.string() }), done_reason: z.string().nullish() }),
  usage: z
    .object({ prompt_eval_count: Figure, eval_count: Figure })
    .transform((figures) => toUsage({ inputTokens: figures.prompt_eval_count, outputTokens: figures.eval_count })),
};
