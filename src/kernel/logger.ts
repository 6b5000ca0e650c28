export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Where the program tells what it does. Never standard output: that is the wire of the MCP server. */
export interface Logger {
  log(level: LogLevel, event: string, details?: Record<string, unknown>): void;
}

export const silentLogger: Logger = { log: () => undefined };
