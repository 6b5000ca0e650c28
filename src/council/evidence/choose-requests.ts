import { REQUEST_MARKER } from '../answer-markup.js';
import { requestKey } from './format-request.js';
import { type FoundRequest, findToolRequests } from './parse-tool-requests.js';

/** What an author has read of others, before it wrote its answer. */
export interface ShownTexts {
  /** The question, the context, files, options: a request in them is never the author's own. */
  readonly material: Iterable<string>;
  /** What peers answered; a request of theirs that was run may be made by others too. */
  readonly answers: Iterable<string>;
}

export interface Limits {
  readonly max: number;
  /** Requests that were run for a participant. */
  readonly ran: ReadonlySet<string>;
  /** Those that the author has asked in this round already. */
  readonly isAsked: (key: string) => boolean;
}

/** Requests that were left alone, and why. */
export interface LeftAlone {
  readonly requests: number;
  readonly reason: string;
}

export interface Choice {
  readonly wanted: ReadonlyMap<string, FoundRequest>;
  readonly left: readonly LeftAlone[];
}

/** The requests of an answer that are run: its author's own, each once, up to the limit of an answer. */
export function chooseRequests(answer: string, shown: ShownTexts, { max, ran, isAsked }: Limits): Choice {
  const { found, unread } = findToolRequests(answer);
  // A repetition asks for nothing more, so it takes nothing away from what may be asked.
  const different = [...byKey(found)].filter(([key]) => !isAsked(key));
  const isInMaterial = detectCopies(shown.material);
  const isInAnswers = detectCopies(shown.answers);
  const isCopied = (key: string, entry: FoundRequest) => isInMaterial(entry) || (isInAnswers(entry) && !ran.has(key));
  const examined = different.slice(0, MAX_EXAMINED);
  const own = examined.filter(([key, entry]) => !isCopied(key, entry));
  const wanted = own.slice(0, max);
  const copied = examined.length - own.length;
  const tooMany = different.length - copied - wanted.length + unread;
  const left = [
    { requests: tooMany, reason: `an answer may have ${max}` },
    { requests: copied, reason: 'repeated word for word from what the participant was shown' },
  ];
  return { wanted: new Map(wanted), left: left.filter(({ requests }) => requests > 0) };
}

/** However many there are, no more than this are compared with what was shown. */
const MAX_EXAMINED = 50;

function byKey(found: readonly FoundRequest[]): Map<string, FoundRequest> {
  const first = new Map<string, FoundRequest>();
  for (const entry of found) if (!first.has(getKey(entry))) first.set(getKey(entry), entry);
  return first;
}

export function getKey({ request, source }: FoundRequest): string {
  return request === undefined ? `unreadable ${source}` : requestKey(request);
}

/**
 * Whether a request is copied from a text that its author was shown: a line repeated without a quotation mark, or
 * because that text asked for it, is not a request. Only white space may differ; a rephrased request looks like the
 * author's own and is limited by what any participant may read.
 */
function detectCopies(shown: Iterable<string>): (found: FoundRequest) => boolean {
  const marker = REQUEST_MARKER.slice(0, -1);
  const texts = [...shown].filter((text) => text.includes(marker)).map(squeeze);
  return ({ request, source }) => {
    // Text that is not an object is short; it counts as a copy only together with its marker.
    const wanted = squeeze(request === undefined ? REQUEST_MARKER + source : source);
    return texts.some((text) => text.includes(wanted));
  };
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}
