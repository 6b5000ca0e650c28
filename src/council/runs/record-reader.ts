import { errorMessage } from '../../kernel/error-code.js';
import { isRecord } from '../../kernel/is-record.js';
import type { Logger } from '../../kernel/logger.js';
import { UserError } from '../../kernel/user-error.js';

/** Reads values of a record that any program may have written. A value that cannot be used is refused with its path. */
export interface RecordReader {
  /** Never returns: throws a `UserError` that names the run, the path and the fix. */
  refuse(path: string): never;
  record(stored: unknown, path: string): Readonly<Record<string, unknown>>;
  /** Not empty. */
  text(stored: unknown, path: string): string;
  optionalText(stored: unknown, path: string): string | undefined;
  optionalFigure(stored: unknown, path: string): number | undefined;
  oneOf<Value extends string>(values: readonly Value[], stored: string, path: string): Value;
  /** What is stored, with the usual value for all that is missing; of the same kind as the usual one, down to the leaves. */
  fill<Value>(defaultValue: Value, stored: unknown, path: string): Value;
  /** Where something was missing, so far. */
  lacks(): readonly string[];
}

export function createRecordReader(id: string, version: string): RecordReader {
  const lacking: string[] = [];

  const unusable = (problem: string) =>
    new UserError(
      'conflict',
      `the record of ${id} cannot be used: version ${version} wrote it, and ${problem}; \`witan deliberations delete ${id}\` removes it`,
    );
  const refuse = (path: string): never => {
    throw unusable(`${path} is not what it should be`);
  };

  function text(stored: unknown, path: string): string {
    if (stored === undefined) throw unusable(`${path} is missing`);
    return typeof stored === 'string' && stored !== '' ? stored : refuse(path);
  }

  function fill<Value>(defaultValue: Value, stored: unknown, path: string): Value {
    if (stored === undefined) {
      lacking.push(path);
      return defaultValue;
    }
    if (!isSameKind(defaultValue, stored)) return refuse(path);
    if (!isRecord(defaultValue) || !isRecord(stored)) return stored;
    const filled = Object.entries(defaultValue)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, fill(value, stored[name], `${path}.${name}`)]);
    return Object.fromEntries(filled) as Value;
  }

  return {
    refuse,
    record: (stored, path) => {
      if (stored === undefined) throw unusable(`${path} is missing`);
      return isRecord(stored) ? stored : refuse(path);
    },
    text,
    optionalText: (stored, path) => (stored === undefined ? undefined : text(stored, path)),
    optionalFigure: (stored, path) => (stored === undefined ? undefined : isFigure(stored) ? stored : refuse(path)),
    oneOf: (values, stored, path) => values.find((value) => value === stored) ?? refuse(path),
    fill,
    lacks: () => lacking,
  };
}

function isSameKind<Value>(defaultValue: Value, stored: unknown): stored is Value {
  if (typeof defaultValue === 'number') return isFigure(stored);
  return (
    typeof defaultValue === typeof stored && Array.isArray(defaultValue) === Array.isArray(stored) && stored !== null
  );
}

/** No setting, price or cap is below zero. */
function isFigure(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/**
 * The error for a run that cannot be continued or replayed. Recorded values are what an earlier engine wrote; of a
 * record that was changed it is only known that it cannot be followed.
 */
export function cannotFollow(id: string, error: unknown, logger: Logger): UserError {
  if (error instanceof UserError) return error;
  const reason = errorMessage(error);
  logger.log('error', 'record_not_followed', { id, reason, stack: error instanceof Error ? error.stack : undefined });
  const readable = new UserError(
    'conflict',
    `the record of ${id} cannot be followed (${reason.split('\n', 1)[0]}); if it was changed by hand, \`witan deliberations delete ${id}\` removes it`,
  );
  readable.cause = error;
  return readable;
}
