import type { ZodType } from 'zod';
import { z } from 'zod';
import { type Result, success } from '../../../src/kernel/result.js';
import type { FailedAttempt } from '../call/attempt.js';
import type { ListModels } from '../call/availability.js';
import type { ModelCall } from '../call/exchange.js';
import { bearer, parseJson, readShape, versionedUrl } from '../call/post-json.js';

export const listOpenaiModels: ListModels = (send, service) =>
  list({ send, service }, versionedUrl(service.settings.baseUrl, '/models'), OpenaiList);

export const listOllamaModels: ListModels = (send, service) =>
  list({ send, service }, `${ollamaHost(service.settings.baseUrl)}/api/tags`, OllamaList);

/** People also write the address with the start of its paths. */
export function ollamaHost(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, '').replace(/\/(api|v1)$/, '');
}

async function list(
  { send, service }: Pick<ModelCall, 'send' | 'service'>,
  url: string,
  schema: ZodType<readonly string[]>,
): Promise<Result<readonly string[], FailedAttempt>> {
  const sent = await send({ method: 'GET', url, headers: { accept: 'application/json', ...bearer(service) } });
  if (!sent.ok) return sent;
  const json = parseJson(sent.value.body);
  if (!json.ok) return json;
  const names = readShape(json.value, schema);
  // The lists do not mark embedding models, which cannot answer.
  return names.ok ? success(names.value.filter((name) => !/embed|(^|[^a-z])bge-|minilm/i.test(name))) : names;
}

const OpenaiList = z
  .object({ data: z.array(z.object({ id: z.string() })) })
  .transform(({ data }) => data.map(({ id }) => id));
const OllamaList = z
  .object({ models: z.array(z.object({ name: z.string() })) })
  .transform(({ models }) => models.map(({ name }) => name));
