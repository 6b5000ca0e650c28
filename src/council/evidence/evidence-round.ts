import type { Clock } from '../../kernel/clock.js';
import { failure, type Result } from '../../kernel/result.js';
import type { NotRun, ToolExecution } from '../contract/result.js';
import { digest, RECORD } from '../record/record-keys.js';
import { type Recorder, UNRECORDED } from '../record/run.js';
import type { Redact } from '../redact.js';
import { chooseRequests, getKey, type LeftAlone, type ShownTexts } from './choose-requests.js';
import { boundArguments } from './format-request.js';
import { findToolRequests, type ToolRequest } from './parse-tool-requests.js';
import { prepareRequest } from './prepare-request.js';
import { runTool, type ToolBench } from './run-tool.js';
import { cutOutput, type EvidenceTool, NOT_KEPT, type ToolOutput } from './tool.js';

/** The result of one request, and when it was run. */
interface Finding {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Free of secrets, in full length. */
  readonly outcome: Result<ToolOutput, string>;
  readonly startedAt: string;
  readonly durationMs: number;
}

/** The results of an answer's requests. */
export interface Look {
  readonly findings: readonly Finding[];
  readonly notRun: readonly LeftAlone[];
}

/** What was looked at in a round. */
export interface RoundEvidence {
  readonly executions: readonly ToolExecution[];
  /** What each brought, in full: the records are cut. */
  readonly outputs: ReadonlyMap<ToolExecution, ToolOutput>;
  readonly notRun: readonly NotRun[];
}

/** The requests of one round. The same request of two participants is run once. */
export interface EvidenceRound {
  /** Runs what an answer asks for, one after the other. */
  look(asker: string, answer: string, shown: ShownTexts): Promise<Look>;
  /** Notes that a participant saw its findings before it finished its answer. */
  seenBy(asker: string): void;
  /** Does not run an answer's requests, because no participant would see the results. */
  leave(asker: string, answer: string, reason: string): void;
  close(): RoundEvidence;
}

export interface EvidenceRoundContext {
  readonly round: number;
  readonly tools: readonly EvidenceTool[];
  /** Keys of the requests that were run; grows with the debate. */
  readonly ran: Set<string>;
  readonly recorder?: Recorder;
}

export function openEvidenceRound(context: EvidenceRoundContext, bench: ToolBench, clock: Clock): EvidenceRound {
  const { round, tools, ran, recorder = UNRECORDED } = context;
  const { maxRequestsPerAnswer: max, outputMaxChars } = bench.settings;
  const timed = { ...bench, clock };
  // As it was when the round began: the order of the answers must not decide what a participant may ask.
  const ranBefore = new Set(ran);
  const entries = new Map<string, Entry>();
  const notRun: NotRun[] = [];

  async function ask(asker: string, key: string, request: ToolRequest | undefined): Promise<Finding | null> {
    const known = entries.get(key);
    known?.askers.set(asker, false);
    if (known !== undefined) return known.finding;
    const made = () => run(request, tools, timed);
    const finding = recorder.record(RECORD.toolRun(round, key), made, NOT_RECORDED);
    const entry: Entry = { askers: new Map([[asker, false]]), finding, done: null };
    entries.set(key, entry);
    if (request !== undefined) ran.add(key);
    entry.done = await finding;
    return finding;
  }

  return {
    async look(asker, answer, shown) {
      const isAsked = (key: string) => entries.get(key)?.askers.has(asker) ?? false;
      const { wanted, left } = chooseRequests(answer, shown, { max, ran: ranBefore, isAsked });
      const findings: Finding[] = [];
      const leftAlone = [...left];
      for (const [key, { request }] of wanted) {
        const finding = await ask(asker, key, request);
        if (finding === null) {
          leftAlone.push({ requests: wanted.size - findings.length, reason: 'the round had ended' });
          break;
        }
        findings.push(finding);
      }
      notRun.push(...leftAlone.map((entry) => ({ round, participant: asker, ...entry })));
      return { findings, notRun: leftAlone };
    },
    seenBy(asker) {
      for (const { askers } of entries.values()) if (askers.has(asker)) askers.set(asker, true);
    },
    leave(asker, answer, reason) {
      const { found, unread } = findToolRequests(answer);
      const requests = new Set(found.map(getKey).filter((key) => !entries.has(key))).size + unread;
      if (requests > 0) notRun.push({ round, participant: asker, requests, reason });
    },
    close() {
      const outputs = new Map<ToolExecution, ToolOutput>();
      const executions = inRecordedOrder(round, entries, recorder).flatMap((entry) => {
        const execution = toExecution(round, entry, outputMaxChars);
        if (execution !== undefined && entry.done?.outcome.ok) outputs.set(execution, entry.done.outcome.value);
        return execution ?? [];
      });
      return { executions, outputs, notRun: recorder.recordSync(RECORD.toolsNotRun(round), () => notRun) };
    },
  };
}

/** Which participant asked first depends on speed: a replay has all answers at the same time and needs the record. */
function inRecordedOrder(round: number, entries: ReadonlyMap<string, Entry>, recorder: Recorder): Entry[] {
  const order = recorder.recordSync(RECORD.toolOrder(round), () =>
    [...entries].map(([key, { askers }]) => ({ key: digest(key), askers: [...askers.keys()] })),
  );
  const recordedOrder = new Map(order.map(({ key, askers }, index) => [key, { index, askers }]));
  return [...entries]
    .map(([key, entry]) => ({ entry, recorded: recordedOrder.get(digest(key)) ?? { index: order.length, askers: [] } }))
    .sort((a, b) => a.recorded.index - b.recorded.index)
    .map(({ entry, recorded }) => ({ ...entry, askers: sortedAs(recorded.askers, entry.askers) }));
}

function sortedAs(names: readonly string[], askers: ReadonlyMap<string, boolean>): Map<string, boolean> {
  const indexOf = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length);
  return new Map([...askers].sort(([a], [b]) => indexOf(a) - indexOf(b)));
}

const NOT_RECORDED: Finding | null = {
  tool: 'unknown',
  arguments: {},
  outcome: failure('it was not asked for when the deliberation was recorded'),
  startedAt: new Date(0).toISOString(),
  durationMs: 0,
};

interface Entry {
  /** True if each saw the result before it finished its answer, in the order of asking. */
  readonly askers: Map<string, boolean>;
  readonly finding: Promise<Finding | null>;
  done: Finding | null;
}

/** Null if the round ended before it could be run. */
async function run(
  request: ToolRequest | undefined,
  tools: readonly EvidenceTool[],
  { clock, ...bench }: ToolBench & { readonly clock: Clock },
): Promise<Finding | null> {
  if (bench.limits.signal.aborted) return null;
  const startedAt = clock.now().toISOString();
  const start = clock.elapsed();
  const found = await execute(request, tools, bench);
  return { ...found, startedAt, durationMs: Math.round(clock.elapsed() - start) };
}

/** The secrets go first: whatever is run, recorded or said about a request has passed the search for them. */
async function execute(
  asked: ToolRequest | undefined,
  tools: readonly EvidenceTool[],
  bench: ToolBench,
): Promise<Omit<Finding, 'startedAt' | 'durationMs'>> {
  if (asked === undefined) return { tool: 'unreadable', arguments: {}, outcome: failure(UNREADABLE) };
  const request = await redactRequest(asked, bench.redact);
  const named = { tool: request.name.slice(0, MAX_NAME_LENGTH), arguments: boundArguments(request.arguments) };
  const ready = prepareRequest(request, tools);
  if (!ready.ok) return { ...named, outcome: failure(await bench.redact(ready.error)) };
  const { tool, given } = ready.value;
  const outcome = await runTool(tool.name, (context) => tool.run(given, context), bench);
  return { ...named, outcome: outcome.ok ? outcome : failure(outcome.error + slashHint(request)) };
}

const UNREADABLE =
  'the text behind TOOL_REQUEST: is not one JSON object with "name" and "arguments", such as {"name": "read_file", "arguments": {"path": "README.md"}}';
const MAX_NAME_LENGTH = 60;

/** Here a backslash is a letter like any other; on the machine that a participant may have in mind it is not. */
function slashHint({ arguments: { path } }: ToolRequest): string {
  return typeof path === 'string' && path.includes('\\') ? ' Folders are separated by "/".' : '';
}

function toExecution(round: number, { askers, done }: Entry, maxLength: number): ToolExecution | undefined {
  const [first, ...others] = askers;
  if (first === undefined || done === null) return undefined;
  const [participant, sameRound] = first;
  const shared = {
    round,
    participant,
    ...(others.length === 0
      ? {}
      : { also_asked_by: others.map(([name, same]) => ({ participant: name, same_round: same })) }),
    tool: done.tool,
    arguments: done.arguments,
    started_at: done.startedAt,
    duration_ms: done.durationMs,
    same_round: sameRound,
  };
  return done.outcome.ok
    ? { ...shared, success: true, output: cutOutput(done.outcome.value, maxLength, NOT_KEPT) }
    : { ...shared, success: false, error: done.outcome.error };
}

/** JSON may write a secret with escapes, which are visible only in the parsed request. Other values are left to the schema. */
async function redactRequest({ name, arguments: given }: ToolRequest, redact: Redact): Promise<ToolRequest> {
  const text = async (value: unknown): Promise<unknown> => (typeof value === 'string' ? redact(value) : value);
  const entries = Object.entries(given).map(
    async ([field, value]): Promise<[string, unknown]> => [
      await redact(field),
      Array.isArray(value) ? await Promise.all(value.map(text)) : await text(value),
    ],
  );
  return { name: await redact(name), arguments: Object.fromEntries(await Promise.all(entries)) };
}
