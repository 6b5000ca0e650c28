import type { Clock } from '../../kernel/clock.js';
import { failure, type Result } from '../../kernel/result.js';
import type { NotRun, ToolExecution } from '../result.js';
import { chooseRequests, keyOf, type LeftAlone, type ShownTexts } from './choose-requests.js';
import { cutOutput, NOT_KEPT, type ToolOutput } from './cut-output.js';
import { findToolRequests, type ToolRequest } from './parse-tool-requests.js';
import { prepareRequest } from './prepare-request.js';
import { redactRequest } from './redact-request.js';
import { boundArguments } from './request-words.js';
import { runTool, type ToolBench } from './run-tool.js';
import type { EvidenceTool } from './tool.js';

/** What came of one request, for whoever asked. */
export interface Finding {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Free of secrets, in full length. */
  readonly outcome: Result<ToolOutput, string>;
}

/** What an answer's requests came to. */
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

/** The requests of one round. What two participants ask alike is run once. */
export interface EvidenceRound {
  /** Runs what an answer asks for, one after the other. */
  look(asker: string, answer: string, shown: ShownTexts): Promise<Look>;
  /** Notes that a participant saw its findings before it finished its answer. */
  seenBy(asker: string): void;
  /** Leaves an answer's requests alone, because nobody would see what came of them. */
  leave(asker: string, answer: string, reason: string): void;
  close(): RoundEvidence;
}

export interface RoundFacts {
  readonly round: number;
  readonly tools: readonly EvidenceTool[];
  /** Keys of the requests that were run for somebody; grows with the debate. */
  readonly ran: Set<string>;
}

export function openEvidenceRound({ round, tools, ran }: RoundFacts, bench: ToolBench, clock: Clock): EvidenceRound {
  const entries = new Map<string, Entry>();
  const notRun: NotRun[] = [];

  const ask = (asker: string, key: string, request: ToolRequest | undefined): Promise<Finding> => {
    const known = entries.get(key);
    if (known !== undefined) {
      known.askers.set(asker, false);
      return known.finding;
    }
    const startedAt = clock.now();
    const start = clock.elapsed();
    const finding = execute(request, tools, bench).then((found) => {
      entry.done = { ...found, durationMs: Math.round(clock.elapsed() - start) };
      return found;
    });
    const entry: Entry = { askers: new Map([[asker, false]]), startedAt, finding, done: undefined };
    entries.set(key, entry);
    if (request !== undefined) ran.add(key);
    return finding;
  };

  return {
    async look(asker, answer, shown) {
      const isAsked = (key: string) => entries.get(key)?.askers.has(asker) ?? false;
      const limits = { most: bench.settings.maxRequestsPerAnswer, ran, isAsked };
      const { wanted, left } = chooseRequests(answer, shown, limits);
      const findings: Finding[] = [];
      const leftAlone = [...left];
      for (const [key, { request }] of wanted) {
        if (bench.limits.signal.aborted) {
          leftAlone.push({ requests: wanted.size - findings.length, reason: 'the round had ended' });
          break;
        }
        findings.push(await ask(asker, key, request));
      }
      notRun.push(...leftAlone.map((entry) => ({ round, participant: asker, ...entry })));
      return { findings, notRun: leftAlone };
    },
    seenBy(asker) {
      for (const { askers } of entries.values()) if (askers.has(asker)) askers.set(asker, true);
    },
    leave(asker, answer, reason) {
      const { found, unread } = findToolRequests(answer);
      const requests = new Set(found.map(keyOf).filter((key) => !entries.has(key))).size + unread;
      if (requests > 0) notRun.push({ round, participant: asker, requests, reason });
    },
    close() {
      const outputs = new Map<ToolExecution, ToolOutput>();
      const executions = [...entries.values()].flatMap((entry) => {
        const execution = toExecution(round, entry, bench.settings.outputMaxChars);
        if (execution !== undefined && entry.done?.outcome.ok) outputs.set(execution, entry.done.outcome.value);
        return execution ?? [];
      });
      return { executions, outputs, notRun };
    },
  };
}

interface Entry {
  /** Whether each saw the result before it finished its answer, whoever asked first at the beginning. */
  readonly askers: Map<string, boolean>;
  readonly startedAt: Date;
  readonly finding: Promise<Finding>;
  done: (Finding & { readonly durationMs: number }) | undefined;
}

/** The secrets go first: whatever is run, recorded or said about a request has passed the search for them. */
async function execute(
  asked: ToolRequest | undefined,
  tools: readonly EvidenceTool[],
  bench: ToolBench,
): Promise<Finding> {
  if (asked === undefined) return { tool: 'unreadable', arguments: {}, outcome: failure(UNREADABLE) };
  const request = await redactRequest(asked, bench.redact);
  const named = { tool: request.name.slice(0, LONGEST_NAME), arguments: boundArguments(request.arguments) };
  const ready = prepareRequest(request, tools);
  if (!ready.ok) return { ...named, outcome: failure(await bench.redact(ready.error)) };
  const { tool, given } = ready.value;
  const outcome = await runTool(tool.name, (scene) => tool.run(given, scene), bench);
  return { ...named, outcome: outcome.ok ? outcome : failure(outcome.error + slashHint(request)) };
}

const UNREADABLE =
  'the text behind TOOL_REQUEST: is not one JSON object with "name" and "arguments", such as {"name": "read_file", "arguments": {"path": "README.md"}}';
const LONGEST_NAME = 60;

/** Here a backslash is a letter like any other; on the machine that a participant may have in mind it is not. */
function slashHint({ arguments: { path } }: ToolRequest): string {
  return typeof path === 'string' && path.includes('\\') ? ' Folders are separated by "/".' : '';
}

function toExecution(round: number, { askers, startedAt, done }: Entry, longest: number): ToolExecution | undefined {
  const [first, ...others] = askers;
  if (first === undefined || done === undefined) return undefined;
  const [participant, sameRound] = first;
  const shared = {
    round,
    participant,
    ...(others.length === 0
      ? {}
      : { also_asked_by: others.map(([name, same]) => ({ participant: name, same_round: same })) }),
    tool: done.tool,
    arguments: done.arguments,
    started_at: startedAt.toISOString(),
    duration_ms: done.durationMs,
    same_round: sameRound,
  };
  return done.outcome.ok
    ? { ...shared, success: true, output: cutOutput(done.outcome.value, longest, NOT_KEPT) }
    : { ...shared, success: false, error: done.outcome.error };
}
