import { z } from 'zod';
import { parseJson } from '../../kernel/parse-json.js';
import type { Estimate } from '../contract/estimate.js';
import { RECORD, type RecordKey } from '../record/record-keys.js';

/** The recorded values that are shown. Any program may have written them: what cannot be read counts as missing. */
export interface RecordedFacts {
  has(key: RecordKey): boolean;
  text(key: RecordKey): string | undefined;
  figure(key: RecordKey): number | undefined;
  /** By the digest of the request. */
  toolRun(round: number, key: string): ToolRun | undefined;
  toolRuns(): readonly (ToolRun & { readonly round: number; readonly key: string })[];
  /** Who asked for each request of a round, first the one who asked first; undefined until the round has ended. */
  askers(round: number): ReadonlyMap<string, readonly string[]> | undefined;
  estimate(): Estimate | undefined;
  pastDecisions(): readonly z.infer<typeof PAST_DECISION>[];
}

export function readFacts(facts: ReadonlyMap<string, string>): RecordedFacts {
  const read = <Schema extends z.ZodType>(name: string, schema: Schema): z.infer<Schema> | undefined => {
    const stored = facts.get(name);
    return stored === undefined ? undefined : schema.safeParse(parseJson(stored)).data;
  };
  const toolRun = (round: number, key: string) => read(`tool/${round}/${key}`, TOOL_RUN);
  const askersByRound = new Map<number, ReturnType<RecordedFacts['askers']>>();
  return {
    has: ({ name }) => facts.has(name),
    text: ({ name }) => read(name, z.string()),
    figure: ({ name }) => read(name, z.number()),
    toolRun,
    toolRuns: () =>
      [...facts.keys()].flatMap((name) => {
        const [, round, key = ''] = /^tool\/(\d{1,4})\/(\w+)$/.exec(name) ?? [];
        const run = round === undefined ? undefined : toolRun(Number(round), key);
        return run === undefined ? [] : [{ ...run, round: Number(round), key }];
      }),
    askers: (round) => {
      if (!askersByRound.has(round)) {
        const order = read(RECORD.toolOrder(round).name, TOOL_ORDER);
        askersByRound.set(round, order && new Map(order.map(({ key, askers }) => [key, askers])));
      }
      return askersByRound.get(round);
    },
    estimate: () => read(RECORD.forecast.name, z.object({ estimate: ESTIMATE }))?.estimate,
    pastDecisions: () =>
      read(RECORD.pastDecisions.name, z.object({ decisions: z.array(PAST_DECISION) }))?.decisions ?? [],
  };
}

const TOOL_RUN = z.object({
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  outcome: z.union([
    z.object({ ok: z.literal(true), value: z.object({ text: z.string(), leftOut: z.number() }) }),
    z.object({ ok: z.literal(false), error: z.string() }),
  ]),
  startedAt: z.string(),
  durationMs: z.number(),
});
type ToolRun = z.infer<typeof TOOL_RUN>;

const TOOL_ORDER = z.array(z.object({ key: z.string(), askers: z.array(z.string()) }));

const RANGE = z.object({ low: z.number(), high: z.number() });
export const ESTIMATE = z.object({
  calls: RANGE,
  input_tokens: RANGE,
  output_tokens: RANGE,
  usd: z.union([RANGE, z.literal('unknown')]),
  known_usd: RANGE.optional(),
  unpriced: z.array(z.string()).optional(),
  seconds: RANGE,
  basis: z.array(z.string()),
}) as z.ZodType<Estimate>;

export const PAST_DECISION = z.object({
  id: z.string(),
  question: z.string(),
  winning_option: z.string().nullable(),
  score: z.number(),
  note: z.string().nullable(),
  decided_at: z.string(),
});
