import { z } from 'zod';
import { parseJson } from '../../../src/kernel/parse-json.js';
import { NOTHING_USED, toUsage, type Usage } from '../../../src/models/index.js';
import { Figure } from './figure.js';

/**
 * What a failed request used. Vendors do not bill an error without figures, so its cost is known to be zero and does not
 * make the cost of the deliberation unknown.
 */
export function usageInError(body: string): Usage {
  const { usage, prompt_eval_count: evaluated, eval_count: written } = BODY.safeParse(parseJson(body)).data ?? {};
  const input = usage?.prompt_tokens ?? usage?.input_tokens ?? evaluated;
  const output = usage?.completion_tokens ?? usage?.output_tokens ?? written;
  const reported = toUsage({ inputTokens: input, outputTokens: output, costUsd: usage?.cost });
  return Object.keys(reported).length === 0 ? NOTHING_USED : reported;
}

const BODY = z.object({
  usage: z
    .object({
      prompt_tokens: Figure,
      completion_tokens: Figure,
      input_tokens: Figure,
      output_tokens: Figure,
      cost: Figure,
    })
    .optional()
    .catch(undefined),
  prompt_eval_count: Figure,
  eval_count: Figure,
});
