import type { Readable, Writable } from 'node:stream';
import type { Logger } from '../../kernel/logger.js';
import { settleWithin } from '../../kernel/time-limit.js';
import type { McpServer } from '../create-server.js';
import { createStdioTransport } from './stdio-transport.js';

export interface StdioOptions {
  readonly input: Readable;
  /** The one writer to standard output. */
  readonly output: Writable;
  readonly logger: Logger;
  /** Aborts when the process is asked to end. */
  readonly signal: AbortSignal;
  /** How long running calls may take to end after the client is gone. */
  readonly graceMs?: number;
}

/** Resolves after the client is gone (or the signal aborts) and all running calls have ended. */
export async function serveOverStdio(server: McpServer, options: StdioOptions): Promise<void> {
  const { input, output, logger, graceMs = 5_000 } = options;
  const ended = firstEnd(server, options);
  await server.protocol.connect(createStdioTransport(input, output));
  logger.log('debug', 'mcp_session_over', { because: await ended });
  // Closing aborts the signal of every running call, which then kills its children.
  await server.protocol.close();
  await settleWithin({ maxMs: graceMs }, () => server.idle());
}

function firstEnd(server: McpServer, { input, output, signal }: StdioOptions): Promise<string> {
  return new Promise((resolve) => {
    input.once('end', () => resolve('standard input ended'));
    input.once('close', () => resolve('standard input closed'));
    input.once('error', () => resolve('standard input failed'));
    // A client that died without closing our input causes a broken pipe.
    output.on('error', () => resolve('standard output failed'));
    signal.addEventListener('abort', () => resolve('asked to end'), { once: true });
    if (signal.aborted) resolve('asked to end');
    server.protocol.onclose = () => resolve('connection closed');
  });
}
