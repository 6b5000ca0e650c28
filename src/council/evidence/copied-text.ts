import { REQUEST_MARKER } from '../answer/request-marker.js';
import type { FoundRequest } from './parse-tool-requests.js';

/**
 * Tells whether a request stands in something that its author was shown. Whoever repeats such a line without a
 * quotation mark, or was talked into repeating it, has not asked for it. Only white space may differ; a request that
 * was reworded cannot be told from one of the author's own making, and is bounded by what any participant may look at.
 */
export function detectCopies(shown: Iterable<string>): (found: FoundRequest) => boolean {
  const marker = REQUEST_MARKER.slice(0, -1);
  const texts = [...shown].filter((text) => text.includes(marker)).map(squeeze);
  return ({ request, source }) => {
    // What is no object says little; it is only a copy together with its marker.
    const wanted = squeeze(request === undefined ? REQUEST_MARKER + source : source);
    return texts.some((text) => text.includes(wanted));
  };
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}
