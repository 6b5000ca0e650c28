import { z } from 'zod';
import { NOTHING_USED, type Usage } from '../../../src/models/index.js';
import { Figure, usageOf } from '../apis/usage-figures.js';

/**
 * What a refused or broken-off request used. Vendors bill no error unless they say what it used, so one that names no
 * figures has cost nothing: that is known, and must not make the cost of a whole deliberation unknown.
 */
export function usageInError(body: string): Usage {
  const { usage, prompt_eval_count: evaluated, eval_count: written } = BODY.safeParse(parse(body)).data ?? {};
  const input = usage?.prompt_tokens ?? usage?.input_tokens ?? evaluated;
  const output = usage?.completion_tokens ?? usage?.output_tokens ?? written;
  const told = usageOf(input, output, usage?.cost);
  return Object.keys(told).length === 0 ? NOTHING_USED : told;
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

function parse(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}
