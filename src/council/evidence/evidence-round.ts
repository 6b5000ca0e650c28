import type { Clock } from '../../kernel/clock.js';
import { failure, type Result } from '../../kernel/result.js';
import type { NotRun, ToolExecution } from '../result.js';
import { detectCopies } from './copied-text.js';
import { cutOutput } from './cut-output.js';
import { type FoundRequest, findToolRequests, type ToolRequest } from './parse-tool-requests.js';
import { readRequest } from './read-request.js';
import { boundArguments, requestKey } from './request-words.js';
import { runTool, type ToolBench } from './run-tool.js';
import type { EvidenceTool } from './tool.js';

/** What came of one request, for whoever asked. */
export interface Finding {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Free of secrets, in full length. */
  readonly outcome: Result<string, string>;
}

/** What an answer's requests came to. */
export interface Look {
  readonly findings: readonly Finding[];
  readonly notRun: readonly { readonly requests: number; readonly reason: string }[];
}

/** What was looked at in a round. */
export interface RoundEvidence {
  readonly executions: readonly ToolExecution[];
  readonly notRun: readonly NotRun[];
}

/** The requests of one round. What two participants ask alike is run once. */
export interface EvidenceRound {
  /** Runs what an answer asks for, one after the other. `shown` is everything its author has read of others. */
  look(asker: string, answer: string, shown: Iterable<string>): Promise<Look>;
  /** Notes that a participant saw its findings before it finished its answer. */
  seenBy(asker: string): void;
  /** Leaves an answer's requests alone, because nobody would see what came of them. */
  leave(asker: string, answer: string, reason: string): void;
  close(): RoundEvidence;
}

export function openEvidenceRound(
  round: number,
  tools: readonly EvidenceTool[],
  bench: ToolBench,
  clock: Clock,
): EvidenceRound {
  const entries = new Map<string, Entry>();
  const notRun: NotRun[] = [];

  const execute = async (request: ToolRequest | undefined, entry: Entry): Promise<Finding> => {
    const start = clock.elapsed();
    const ready = request === undefined ? failure(UNREADABLE) : readRequest(request, tools);
    const outcome = ready.ok ? await runTool(ready.value, bench) : ready;
    entry.durationMs = Math.round(clock.elapsed() - start);
    entry.outcome = outcome;
    return { tool: entry.tool, arguments: entry.arguments, outcome };
  };

  const ask = (asker: string, found: FoundRequest): Promise<Finding> | undefined => {
    const { request } = found;
    const key = keyOf(found);
    const known = entries.get(key);
    if (known !== undefined) {
      if (known.askers.includes(asker)) return undefined;
      known.askers.push(asker);
      return known.finding;
    }
    const entry: Entry = {
      askers: [asker],
      tool: request === undefined ? 'unreadable' : request.name.slice(0, LONGEST_NAME),
      arguments: request === undefined ? {} : boundArguments(request.arguments),
      startedAt: clock.now(),
      durationMs: 0,
      wasSeen: false,
      outcome: undefined,
      finding: undefined,
    };
    entries.set(key, entry);
    entry.finding = execute(request, entry);
    return entry.finding;
  };

  return {
    async look(asker, answer, shown) {
      const { wanted, left } = chooseRequests(answer, shown, bench.settings.maxRequestsPerAnswer);
      const findings: Finding[] = [];
      const leave = (requests: number, reason: string) => left.push({ requests, reason });
      for (const [index, found] of wanted.entries()) {
        if (bench.limits.signal.aborted) {
          leave(wanted.length - index, 'the round had ended');
          break;
        }
        const finding = await ask(asker, found);
        if (finding !== undefined) findings.push(finding);
      }
      notRun.push(...left.map((entry) => ({ round, participant: asker, ...entry })));
      return { findings, notRun: left };
    },
    seenBy(asker) {
      for (const entry of entries.values()) if (entry.askers.includes(asker)) entry.wasSeen = true;
    },
    leave(asker, answer, reason) {
      const requests = findToolRequests(answer).filter((found) => !entries.has(keyOf(found))).length;
      if (requests > 0) notRun.push({ round, participant: asker, requests, reason });
    },
    close: () => ({
      executions: [...entries.values()].flatMap((entry) => toExecution(round, entry, bench.settings.outputMaxChars)),
      notRun,
    }),
  };
}

interface Entry {
  readonly askers: string[];
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly startedAt: Date;
  durationMs: number;
  wasSeen: boolean;
  outcome: Result<string, string> | undefined;
  finding: Promise<Finding> | undefined;
}

const UNREADABLE =
  'the text behind TOOL_REQUEST: is not one JSON object with "name" and "arguments", such as {"name": "read_file", "arguments": {"path": "README.md"}}';
const LONGEST_NAME = 60;
/** However many there are, no more than this are even looked at. */
const MOST_EXAMINED = 50;

function keyOf({ request, source }: FoundRequest): string {
  return request === undefined ? `unreadable ${source}` : requestKey(request);
}

interface Choice {
  readonly wanted: readonly FoundRequest[];
  readonly left: { requests: number; reason: string }[];
}

function chooseRequests(answer: string, shown: Iterable<string>, most: number): Choice {
  const found = findToolRequests(answer);
  const isCopied = detectCopies(shown);
  const own = found.slice(0, MOST_EXAMINED).filter(({ source }) => !isCopied(source));
  const copied = Math.min(found.length, MOST_EXAMINED) - own.length;
  const wanted = own.slice(0, most);
  const tooMany = found.length - copied - wanted.length;
  return {
    wanted,
    left: [
      ...(tooMany === 0 ? [] : [{ requests: tooMany, reason: `an answer may hold ${most}` }]),
      ...(copied === 0
        ? []
        : [{ requests: copied, reason: 'repeated word for word from what the participant was shown' }]),
    ],
  };
}

function toExecution(round: number, entry: Entry, longest: number): ToolExecution[] {
  const [participant, ...others] = entry.askers;
  if (participant === undefined || entry.outcome === undefined) return [];
  const shared = {
    round,
    participant,
    ...(others.length === 0 ? {} : { also_asked_by: others }),
    tool: entry.tool,
    arguments: entry.arguments,
    started_at: entry.startedAt.toISOString(),
    duration_ms: entry.durationMs,
    same_round: entry.wasSeen,
  };
  return entry.outcome.ok
    ? [{ ...shared, success: true, output: cutOutput(entry.outcome.value, longest) }]
    : [{ ...shared, success: false, error: entry.outcome.error }];
}
