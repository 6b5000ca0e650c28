import { UserError } from '../../kernel/user-error.js';
import { costOf } from '../../models/index.js';
import { checkCap, MAX_COST_USD, MAX_RUN_SECONDS } from '../check-request.js';
import type { CheckedRequest, ResumeRequest } from '../contract/request.js';
import type { DeliberationResult } from '../contract/result.js';
import { isInProject } from './in-project.js';
import type { DeliberationSetup } from './setup.js';
import { type RunRecord, usedBy } from './store/run-record.js';
import type { RunStore } from './store/run-store.js';

export type Resumable =
  | { readonly kind: 'finished'; readonly result: DeliberationResult; readonly notice: string }
  | { readonly kind: 'open'; readonly request: CheckedRequest };

type Caps = Readonly<Record<Cap, number | undefined>>;

/** `last` is the last that can be continued; where there is none, the last there is. */
export async function idToResume(asked: ResumeRequest, store: RunStore): Promise<string> {
  if (asked.deliberation_id !== 'last') return store.resolve(asked.deliberation_id);
  const { within } = asked;
  const own = within === undefined ? {} : { accepts: (folder: string) => isInProject(folder, within) };
  const [last] = await store.list({ ...own, limit: 1 });
  const cap = capThatEnded(last?.endedBy ?? null);
  if (last !== undefined && cap !== null && asked[cap] !== undefined) return last.id;
  const [interrupted] = await store.list({ ...own, status: 'interrupted', limit: 1 });
  return interrupted?.id ?? last?.id ?? store.resolve('last');
}

/** Whether it continues, and with which caps. Throws a `UserError` for caps that do not allow it. */
export function findToResume(
  asked: ResumeRequest,
  record: RunRecord,
  { request, seats }: DeliberationSetup,
): Resumable {
  const given: Caps = {
    max_cost_usd: checkCap('max_cost_usd', asked.max_cost_usd, MAX_COST_USD),
    max_seconds: checkCap('max_seconds', asked.max_seconds, MAX_RUN_SECONDS),
  };
  const caps: Caps = {
    max_cost_usd: given.max_cost_usd ?? request.maxCostUsd,
    max_seconds: given.max_seconds ?? request.maxSeconds,
  };
  const { status, result, endedBy } = record;
  const cap = capThatEnded(endedBy);
  const isOver = status === 'finished' || status === 'failed';
  const before: Caps = { max_cost_usd: request.maxCostUsd, max_seconds: request.maxSeconds };
  // A client that repeats what it asked raises nothing, and gets what there is.
  const isAsItWas = cap === null || (given[cap] ?? before[cap]) === before[cap];
  if (isOver && result !== null && isAsItWas) {
    return { kind: 'finished', result, notice: finishedNotice(record, before) };
  }
  const seconds = record.activeMs / 1000;
  const usd = spentUsd(record, seats);
  expectNotUsedUp('max_seconds', { caps, given }, { used: seconds, text: `${seconds.toFixed(1)} s` });
  expectNotUsedUp('max_cost_usd', { caps, given }, { used: usd, text: `$${usd.toFixed(4)}` });
  if (isOver && cap !== null) expectRaised(cap, given, before);
  return { kind: 'open', request: { ...request, maxCostUsd: caps.max_cost_usd, maxSeconds: caps.max_seconds } };
}

function finishedNotice({ setup, updatedAt, endedBy, status }: RunRecord, before: Caps): string {
  const id = setup.deliberationId;
  // There is no answer to keep: asking the question again costs no more than continuing.
  if (status === 'failed' && capThatEnded(endedBy) === null) {
    return `no participant could answer in deliberation ${id}; this is its result. Ask the question again to retry`;
  }
  const when = `${updatedAt.slice(0, 10)} ${updatedAt.slice(11, 16)} UTC`;
  const more = capThatEnded(endedBy) === null ? '' : `; ${howToContinue(id, endedBy ?? '', before)}`;
  return `deliberation ${id} already finished on ${when}; this is its result${more}`;
}

/** With a cap that is used up no participant could be asked. */
function expectNotUsedUp(
  cap: Cap,
  { caps, given }: { readonly caps: Caps; readonly given: Caps },
  { used, text }: { readonly used: number; readonly text: string },
): void {
  const limit = caps[cap];
  if (limit === undefined || used === 0 || limit > used) return;
  const problem = given[cap] === undefined ? `its cap of ${limit} is used up` : `${limit} is not enough`;
  throw new UserError(
    'validation_error',
    `${cap}: ${problem}, it has used ${text} already; give more than that (on the command line ${OPTIONS[cap]})`,
  );
}

function expectRaised(cap: Cap, given: Caps, before: Caps): void {
  if ((given[cap] ?? 0) > (before[cap] ?? 0)) return;
  throw new UserError(
    'validation_error',
    `${cap}: ${given[cap]} is less than the ${before[cap]} that ended it; give more than that (on the command line ${OPTIONS[cap]})`,
  );
}

const OPTIONS: Readonly<Record<Cap, string>> = { max_seconds: '--max-seconds', max_cost_usd: '--max-cost' };

/** As far as it is known. */
function spentUsd({ calls }: RunRecord, seats: DeliberationSetup['seats']): number {
  return calls.reduce((sum, call) => {
    const price = seats.find((seat) => seat.participant === call.participant)?.price;
    return sum + (call.askedAt === null ? 0 : (costOf(usedBy(call), price) ?? 0));
  }, 0);
}

/** What ended a debate early, read from the recorded message. */
type Cap = 'max_seconds' | 'max_cost_usd';

function capThatEnded(endedBy: string | null): Cap | null {
  if (endedBy === null) return null;
  if (endedBy.startsWith('the time cap of ')) return 'max_seconds';
  return endedBy.startsWith('the cost cap of ') ? 'max_cost_usd' : null;
}

/** How to continue one that was cut short. A cap that ended it must be raised, or the result would be the same. */
export function howToContinue(id: string, endedBy: string, caps: Caps): string {
  const cap = capThatEnded(endedBy);
  const command = `witan deliberate --resume ${id}`;
  if (cap === null) return `it can be continued: \`${command}\`, or deliberate with deliberation_id "${id}"`;
  const what = cap === 'max_seconds' ? 'time' : 'money';
  const limit = `more than ${caps[cap] ?? 0}`;
  return `it can be continued with more ${what}: \`${command} ${OPTIONS[cap]} <${limit}>\`, or deliberate with deliberation_id "${id}" and ${cap} ${limit}`;
}
