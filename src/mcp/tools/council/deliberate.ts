import { z } from 'zod';
import type { DeliberationRequest, DeliberationResult } from '../../../council/index.js';
import { defined } from '../../../kernel/defined.js';
import { UserError } from '../../../kernel/user-error.js';
import type { Program } from '../../../program/program.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import { reportProgress } from './report-progress.js';
import { shortenResult } from './shorten-result.js';

/** The program as the tools of the council use it. */
export type CouncilProgram = Pick<
  Program,
  'council' | 'catalog' | 'trackRecords' | 'projectFolder' | 'settings' | 'viewUrl'
>;

export function deliberateTool(open: Open<CouncilProgram>, sessionModels: ReadonlyMap<string, string>): Tool {
  return defineTool({
    name: 'deliberate',
    title: 'Deliberate',
    description:
      'Several models answer a question independently, read each other, look at the files of the project, debate in rounds and vote. Returns the verdict in one sentence first, then the reasons for and against it with verified citations, its integrity (quorum, missing participants, whether one vote decides), who changed their mind and why, a summary, which similar past decisions were considered, and the path of the full transcript; detail: "debate" adds the answers. A deliberation that was cut off (a timeout, a crash) is continued by calling again with its deliberation_id, which the first progress message names; no question that was answered is asked again. For decisions where being wrong is expensive; takes from seconds to several minutes.',
    input: INPUT,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    meta: { 'anthropic/alwaysLoad': true },
    async handle(input, { signal, notify }) {
      const { council, projectFolder, viewUrl, settings } = await open();
      const reporter = notify === undefined ? undefined : reportProgress(notify, settings.mcp.progressIntervalMs);
      try {
        const options = {
          signal,
          defaultModels: Object.fromEntries(sessionModels),
          ...(reporter === undefined ? {} : { onProgress: reporter.onProgress }),
        };
        const { deliberation_id: id, detail = 'verdict' } = input;
        const result =
          id === undefined
            ? await council.deliberate(toRequest(input, projectFolder), options)
            : await council.resume({ ...partOf(input), within: projectFolder, deliberation_id: wholeId(id) }, options);
        const viewable = { ...withNextStep(result), view_url: await viewUrl(result.deliberation_id) };
        return shortenResult(viewable, { detail, maxRounds: settings.mcp.maxRoundsInResponse });
      } finally {
        reporter?.stop();
      }
    },
  });
}

/** A decision teaches later councils only if its outcome is recorded, and the caller will see it. */
function withNextStep(result: DeliberationResult): DeliberationResult & { readonly next_step?: string } {
  const { decision_id: id, integrity } = result;
  if (!integrity.quorum.met) {
    const next_step =
      'There is no decision. list_models says which models work; ask again with those, or decide yourself.';
    return { ...result, next_step };
  }
  if (id === null) return result;
  return { ...result, next_step: `Once the outcome is known, call record_outcome with decision_id "${id}".` };
}

const PARTICIPANT = z.strictObject({
  cli: z.string().meta({ description: 'Adapter name, such as claude, codex, gemini, ollama; see list_models' }),
  model: z
    .string()
    .meta({ description: "Model id; default: the session's choice, then the configured one" })
    .optional(),
  reasoning_effort: z
    .string()
    .meta({ description: 'Passed on to models that know it, such as low, medium, high' })
    .optional(),
  stance: z
    .enum(['for', 'against', 'neutral'])
    .meta({ description: 'Whose case this participant makes; its vote stays its own', default: 'neutral' })
    .optional(),
});

// The council itself checks lengths and ranges, with the same messages for every entry point; here they are only shown.
const INPUT = z.strictObject({
  question: z
    .string()
    .meta({
      description: 'The question to decide, with its options if there are any; not needed with deliberation_id',
      minLength: 5,
    })
    .optional(),
  detail: z
    .enum(['verdict', 'debate'])
    .meta({
      description:
        'verdict: a short result; debate: also the answers, look-ups and citations. With the deliberation_id of a finished deliberation it is only shown again',
      default: 'verdict',
    })
    .optional(),
  options: z
    .array(z.string())
    .meta({
      description:
        'The options to choose from; omitted: read from the question if it offers any. Participants may name others',
      minItems: 2,
      maxItems: 12,
    })
    .optional(),
  participants: z
    .array(PARTICIPANT)
    .meta({
      description: 'Who deliberates; omitted: a panel from what is available, different model families first',
      minItems: 2,
      maxItems: 20,
    })
    .optional(),
  rounds: z
    .number()
    // No `default` for a client to fill in: it depends on challenge.
    .meta({
      type: 'integer',
      description: 'Maximum number of rounds; default: 2, with challenge 4',
      minimum: 1,
      maximum: 5,
    })
    .optional(),
  mode: z
    .enum(['conference', 'quick'])
    .meta({ description: 'conference: rounds of debate; quick: one round without debate', default: 'conference' })
    .optional(),
  context: z
    .string()
    .meta({ description: 'Facts the participants need: code, constraints, what was tried' })
    .optional(),
  working_directory: z
    .string()
    .meta({ description: 'The project the question is about; default: the project that Claude Code has open' })
    .optional(),
  max_cost_usd: z
    .number()
    .meta({
      description: 'No call is made that would exceed it; not enforced for models of unknown price',
      exclusiveMinimum: 0,
    })
    .optional(),
  max_seconds: z
    .number()
    .meta({ description: 'The debate ends after this time with what it has', exclusiveMinimum: 0 })
    .optional(),
  cheapest_first: z
    .boolean()
    .meta({
      description:
        'Ask the two cheapest of different model families first, the others only if these disagree or are unsure; default: council.cheapest_first',
    })
    .optional(),
  challenge: z
    .boolean()
    .meta({
      description:
        'After the first round ask only those who voted for the leading option, to test it against the arguments of the others; at most 4 rounds unless rounds is given; default: council.challenge',
    })
    .optional(),
  deliberation_id: z
    .string()
    .meta({
      description:
        'Continues the interrupted deliberation with this full id, or waits for it while it is still running. One that a cap ended continues with a higher max_cost_usd or max_seconds; nothing else can be changed. Repeat working_directory if it was not the open project',
    })
    .optional(),
});

function toRequest(input: z.output<typeof INPUT>, defaultWorkingDirectory: string): DeliberationRequest {
  const { question, working_directory: folder = defaultWorkingDirectory, ...rest } = partOf(input);
  if (question === undefined) {
    throw new UserError(
      'validation_error',
      'question is missing; give one of 5 characters or more, or the deliberation_id of one to be continued',
    );
  }
  return { ...rest, question, working_directory: folder };
}

/** A person may shorten an id at a prompt; for a program a beginning is a mistake that would continue another one. */
function wholeId(id: string): string {
  if (/^\d{8}-\d{6}-[0-9a-f]{6}$/.test(id)) return id;
  throw new UserError(
    'validation_error',
    `deliberation_id: "${id}" is not a whole id; it looks like 20261116-101502-3f9ac1 and is in the first progress message`,
  );
}

function partOf({
  participants,
  deliberation_id: _id,
  detail: _detail,
  ...rest
}: z.output<typeof INPUT>): Partial<DeliberationRequest> {
  return defined({ ...rest, participants: participants?.map((participant) => defined(participant)) });
}
