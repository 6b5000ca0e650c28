export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** The log of the program. Never standard output, which the MCP server's protocol uses. */
export interface Logger {
  log(level: LogLevel, event: string, details?: Record<string, unknown>): void;
}

export const silentLogger: Logger = { log: () => undefined };
