import { z } from 'zod';
import { parseJson } from '../../../src/kernel/parse-json.js';
import { NOTHING_USED, toUsage, type Usage } from '../../../src/models/index.js';

/** The figures in an answer, under the names of all known APIs. */
export function readUsage(json: unknown): Usage {
  const { usage = {}, prompt_eval_count: evaluated, eval_count: written } = BODY.safeParse(json).data ?? {};
  const { cache_creation_input_tokens: cacheWrites, cache_read_input_tokens: cacheReads } = usage;
  const details = usage.prompt_tokens_details ?? usage.input_tokens_details;
  // Anthropic counts cached tokens apart, the others count them as input, too.
  const all =
    usage.input_tokens === undefined ? undefined : usage.input_tokens + (cacheWrites ?? 0) + (cacheReads ?? 0);
  return toUsage({
    inputTokens: usage.prompt_tokens ?? all ?? evaluated,
    outputTokens: usage.completion_tokens ?? usage.output_tokens ?? written,
    cacheReadTokens: cacheReads || details?.cached_tokens || undefined,
    cacheWriteTokens: cacheWrites || undefined,
    costUsd: usage.cost,
    webSearches: usage.server_tool_use?.web_search_requests,
  });
}

/**
 * Reads what a failed request used. Vendors do not bill an error without figures, so its cost is known to be zero and does not
 * make the cost of the deliberation unknown.
 */
export function usageInError(body: string): Usage {
  const reported = readUsage(parseJson(body));
  return Object.keys(reported).length === 0 ? NOTHING_USED : reported;
}

/** An invalid figure is treated as unknown, so that an answer that was paid for is not lost. */
const FIGURE = z.number().nonnegative().optional().catch(undefined);

const CACHED = z.object({ cached_tokens: FIGURE }).nullish().catch(undefined);

const BODY = z.object({
  usage: z
    .object({
      prompt_tokens: FIGURE,
      completion_tokens: FIGURE,
      input_tokens: FIGURE,
      output_tokens: FIGURE,
      cache_creation_input_tokens: FIGURE,
      cache_read_input_tokens: FIGURE,
      prompt_tokens_details: CACHED,
      input_tokens_details: CACHED,
      cost: FIGURE,
      server_tool_use: z.object({ web_search_requests: FIGURE }).nullish().catch(undefined),
    })
    .optional()
    .catch(undefined),
  prompt_eval_count: FIGURE,
  eval_count: FIGURE,
});
