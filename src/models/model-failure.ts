/** Why a model gave no answer. `describeFailure` has a sentence for every kind. */
export type ModelFailure =
  | { readonly kind: 'not_installed'; readonly command: string; readonly remedy: string }
  | { readonly kind: 'not_logged_in'; readonly remedy: string }
  | { readonly kind: 'unreachable'; readonly address: string; readonly detail: string; readonly remedy: string }
  | { readonly kind: 'unknown_model'; readonly model: string; readonly detail: string }
  | { readonly kind: 'prompt_too_long'; readonly length: number; readonly limit: number }
  | { readonly kind: 'timeout'; readonly afterMs: number; readonly detail?: string }
  | { readonly kind: 'cancelled' }
  /** The council made no call, because it would have exceeded a limit. */
  | { readonly kind: 'not_asked'; readonly detail: string }
  | { readonly kind: 'rate_limited'; readonly detail: string; readonly retryAfterMs?: number }
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'empty_answer'; readonly detail: string }
  /** A structured answer that the length limit cut; a cut text is an answer. */
  | { readonly kind: 'truncated'; readonly detail: string }
  /** A structured answer that is not of its schema, also after it was asked for again. */
  | { readonly kind: 'invalid_answer'; readonly detail: string }
  | { readonly kind: 'rejected'; readonly status: number; readonly detail: string }
  | { readonly kind: 'server_error'; readonly status: number; readonly detail: string }
  | { readonly kind: 'exited'; readonly code: number | null; readonly signal?: string; readonly detail: string }
  | { readonly kind: 'unreadable_answer'; readonly detail: string };

/** The cause is in the setup, so that a retry within this deliberation cannot help. */
export function isPermanent({ kind }: ModelFailure): boolean {
  return PERMANENT.has(kind);
}

const PERMANENT: ReadonlySet<ModelFailure['kind']> = new Set([
  ...(['not_installed', 'not_logged_in', 'unknown_model', 'prompt_too_long'] as const),
  ...(['cancelled', 'not_asked', 'rejected'] as const),
]);

export function describeFailure(failure: ModelFailure): string {
  switch (failure.kind) {
    case 'not_installed':
      return `not installed: ${failure.command} was not found; ${failure.remedy}`;
    case 'not_logged_in':
      return `not logged in: ${failure.remedy}`;
    case 'unreachable':
      return `unreachable: ${failure.address} (${failure.detail}); ${failure.remedy}`;
    case 'unknown_model':
      return `unknown model ${failure.model}: ${failure.detail}`;
    case 'prompt_too_long':
      return `prompt too long: ${failure.length} characters, the limit is ${failure.limit}`;
    case 'timeout':
      return `timed out after ${formatSeconds(failure.afterMs)}${failure.detail === undefined ? '' : `: ${failure.detail}`}`;
    case 'cancelled':
      return 'cancelled';
    case 'not_asked':
      return `not asked: ${failure.detail}`;
    case 'rate_limited':
      return `rate limited: ${failure.detail}`;
    case 'refused':
      return `refused to answer: ${failure.detail}`;
    case 'empty_answer':
      return `empty answer: ${failure.detail}`;
    case 'truncated':
      return `truncated answer: ${failure.detail}`;
    case 'invalid_answer':
      return `answer in the wrong form: ${failure.detail}`;
    case 'rejected':
      return `request rejected (HTTP ${failure.status}): ${failure.detail}`;
    case 'server_error':
      return `server error (HTTP ${failure.status}): ${failure.detail}`;
    case 'exited':
      if (failure.code !== null) return `exited with code ${failure.code}: ${failure.detail}`;
      // Without a code and a signal it never ran, which is in the detail.
      return failure.signal === undefined ? failure.detail : `ended by ${failure.signal}: ${failure.detail}`;
    case 'unreadable_answer':
      return `unreadable answer: ${failure.detail}`;
  }
}

function formatSeconds(ms: number): string {
  const seconds = ms / 1000;
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}
