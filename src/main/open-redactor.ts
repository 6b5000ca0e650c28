import type { Settings } from '../config/index.js';
import type { Logger } from '../kernel/logger.js';
import { createRedactor, type Redactor, secretValuesOf } from '../redaction/index.js';

/** Knows the secrets of this process: those of its environment, and keys that a configuration file spells out. */
export function openRedactor(environment: NodeJS.ProcessEnv, { adapters }: Settings, logger: Logger): Redactor {
  const keys = Object.values(adapters).flatMap((adapter) =>
    adapter.type === 'http' ? (adapter.apiKey?.reveal() ?? []) : [],
  );
  return createRedactor({
    secretValues: [...secretValuesOf(environment), ...keys],
    report: (problem, cause) => logger.log('warn', 'redaction', { problem, cause: String(cause) }),
  });
}
