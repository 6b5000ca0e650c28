import type { Logger } from './logger.js';

/** The same log without secrets. What takes them out may be known only later; before, nothing secret was read. */
export function redactingLogger(logger: Logger, redactNow: () => ((text: string) => string) | undefined): Logger {
  return {
    log(level, event, details = {}) {
      const redact = redactNow();
      const safe = redact === undefined ? details : (withoutSecrets(details, redact, DEPTH) as Record<string, unknown>);
      logger.log(level, event, safe);
    },
  };
}

/** As deep as a log line shows; what lies below is not printed. */
const DEPTH = 6;

function withoutSecrets(value: unknown, redact: (text: string) => string, depth: number): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return redact(value.stack ?? String(value));
  if (depth === 0) return '…';
  if (Array.isArray(value)) return value.map((entry) => withoutSecrets(entry, redact, depth - 1));
  const fields = Object.entries(value).map(([name, entry]) => [name, withoutSecrets(entry, redact, depth - 1)]);
  return Object.fromEntries(fields);
}
