import { createHash } from 'node:crypto';

/**
 * What happens to a recorded value when the run is continued. Only this file decides it.
 *
 * - `permanent`: kept, unless it was recorded after the deliberation was cancelled or out of time.
 * - `ending`: a reason to end. "No reason" (null) is kept like a permanent value, a reason is looked for again.
 * - `closing`: belongs to one ending of the run; always made again.
 * - `lasting`: always kept.
 */
type RecordScope = 'permanent' | 'ending' | 'closing' | 'lasting';

export interface RecordKey {
  /** As it is stored. Records of earlier versions use the same names: do not change one. */
  readonly name: string;
  readonly scope: RecordScope;
}

/** Checks whether a continued run must make the value again. */
export function isProvisional({ scope }: RecordKey, value: unknown, hasEnded: boolean): boolean {
  if (scope === 'lasting') return false;
  return scope === 'closing' || hasEnded || (scope === 'ending' && value !== null);
}

const permanent = (name: string): RecordKey => ({ name, scope: 'permanent' });
const ending = (name: string): RecordKey => ({ name: `ending/${name}`, scope: 'ending' });
const closing = (name: string): RecordKey => ({ name: `closing/${name}`, scope: 'closing' });
const lasting = (name: string): RecordKey => ({ name: `lasting/${name}`, scope: 'lasting' });

/** Every value that the engine records. */
export const RECORD = {
  forecast: permanent('forecast'),
  pastDecisions: permanent('past'),
  trackRecords: permanent('track-records'),
  project: permanent('project'),
  markSecret: permanent('mark-secret'),
  citations: (answer: string) => permanent(`citations/${digest(answer)}`),
  toolRun: (round: number, request: string) => permanent(`tool/${round}/${digest(request)}`),
  toolOrder: (round: number) => permanent(`asked/${round}`),
  toolsNotRun: (round: number) => permanent(`not-run/${round}`),
  roundLimits: (round: number) => permanent(`limits/${round}`),
  turnStarted: (round: number, participant: string) => permanent(`turn/${round}/${participant}/started`),
  turnDuration: (round: number, participant: string) => permanent(`turn/${round}/${participant}/ms`),
  comparison: (a: string, b: string) => permanent(`compared/answers/${digest(a, b)}`),
  writer: (cli: string, model: string | undefined) => permanent(`writer/${JSON.stringify([cli, model ?? null])}`),

  roundEnded: (round: number) => ending(`round/${round}`),
  widenEnded: (round: number) => ending(`wave/${round}`),
  noTimeLeft: (round: number) => ending(`time/${round}`),
  summaryEnded: (round: number, call: number) => ending(`summary/${round}/${call}`),

  lostCalls: closing('in-vain'),
  interruptions: closing('interruptions'),
  hasMemory: closing('remembers'),
  seconds: closing('seconds'),
  projectWarnings: closing('project'),
  transcript: closing('transcript'),
  memory: closing('memory'),

  transcriptName: lasting('transcript'),
} as const;

/** A short key for texts of any length. */
export function digest(...texts: readonly string[]): string {
  const hash = createHash('sha256');
  // With its length before it, no text can pass for the end of the one before.
  for (const text of texts) hash.update(`${text.length}:`).update(text);
  return hash.digest('hex').slice(0, 32);
}
