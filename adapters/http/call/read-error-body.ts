import { cutText } from '../../../src/kernel/cut-text.js';
import { isRecord } from '../../../src/kernel/is-record.js';
import { parseRecord } from '../../../src/kernel/parse-json.js';

/** The error message of a server. */
export interface ServerError {
  readonly message: string;
  /** The machine-readable code, or ''. */
  readonly code: string;
  readonly isModeration: boolean;
  /** An API's error object, not a web page. */
  readonly isStructured: boolean;
}

/** Reads the error objects of the known APIs, and the visible text of anything else. */
export function readErrorBody(body: string): ServerError {
  const parsed = parseRecord(body);
  if (parsed === undefined) {
    return { message: shorten(visibleText(body)), code: '', isModeration: false, isStructured: false };
  }
  const error = isRecord(parsed.error) ? parsed.error : parsed;
  const message = [error.message, parsed.error, parsed.message, parsed.detail].find((text) => typeof text === 'string');
  const code = [error.code, error.type].find((text) => typeof text === 'string');
  const metadata = isRecord(error.metadata) ? error.metadata : {};
  return {
    message: shorten(typeof message === 'string' ? message : body),
    code: typeof code === 'string' ? code : '',
    isModeration: Array.isArray(metadata.reasons),
    isStructured: isRecord(parsed.error) || typeof parsed.error === 'string',
  };
}

/** One short line. */
export function shorten(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return cutText(line, MAX_DETAIL_LENGTH);
}

function visibleText(page: string): string {
  return (
    page
      // Short enough that a hostile page cannot make the expressions slow.
      .slice(0, 4000)
      .replace(/<(style|script)\b[^>]*>[\s\S]*?<\/\1>/gi, ' ')
      .replace(/<[^>]*>/g, ' ')
  );
}

const MAX_DETAIL_LENGTH = 300;
