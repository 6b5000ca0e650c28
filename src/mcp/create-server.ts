import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import type { Logger } from '../kernel/logger.js';
import { nearestName } from '../kernel/nearest-name.js';
import { UserError, type UserErrorType } from '../kernel/user-error.js';
import type { Tool, ToolCall } from './define-tool.js';
import { formatValue } from './format-value.js';

export interface McpServerOptions {
  readonly name: string;
  readonly version: string;
  readonly instructions: string;
  readonly tools: readonly Tool[];
  readonly logger: Logger;
  /** Whether the list of tools changes while the client is connected: it is notified then. */
  readonly isListChanging?: boolean;
}

export interface McpServer {
  readonly protocol: Server;
  /** Resolves when no call is running any more; calls end soon after the connection closes. */
  idle(): Promise<void>;
}

/** Creates the server; the caller connects a transport. */
export function createMcpServer(options: McpServerOptions): McpServer {
  const { name, version, instructions, tools, logger, isListChanging = false } = options;
  const running = new Set<Promise<CallToolResult>>();
  const protocol = new Server(
    { name, version, icons: [ICON] },
    {
      capabilities: { tools: isListChanging ? { listChanged: true } : {} },
      instructions,
      jsonSchemaValidator: NO_ELICITATION,
    },
  );
  protocol.onerror = (error) => logger.log('warn', 'mcp_protocol_error', { message: error.message });
  protocol.setRequestHandler(ListToolsRequestSchema, async () => {
    const offered = await offeredTools(tools);
    const listed = await filterAsync(offered, async (tool) => (await tool.isListed?.()) ?? true);
    return { tools: listed.map((tool) => tool.listing()) };
  });
  // The SDK's own handler for tool calls checks them first and answers a malformed one with pages of its schema's
  // complaints. Requests without a handler come here unchecked, so that our own message is used.
  protocol.fallbackRequestHandler = async ({ method, params }, extra) => {
    if (method !== 'tools/call') throw new McpError(ErrorCode.MethodNotFound, `unknown method ${formatValue(method)}`);
    const tool = findTool(await offeredTools(tools), params?.name);
    const call = answerCall(tool, { rawArguments: params?.arguments, call: toolCall(extra) }, logger);
    running.add(call);
    try {
      return await call;
    } finally {
      running.delete(call);
    }
  };
  return {
    protocol,
    async idle() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}

/** Three people at a table, for clients that show a picture next to the name. */
const ICON = {
  src: `data:image/svg+xml,${encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="#3b6ea5"><circle cx="12" cy="4.5" r="3"/><circle cx="4.5" cy="9.5" r="3"/><circle cx="19.5" cy="9.5" r="3"/><path d="M3 15h18l-3 6H6z"/></svg>',
  )}`,
  mimeType: 'image/svg+xml',
  sizes: ['any'],
};

function offeredTools(tools: readonly Tool[]): Promise<Tool[]> {
  return filterAsync(tools, (tool) => tool.isOffered());
}

async function filterAsync(tools: readonly Tool[], isKept: (tool: Tool) => Promise<boolean>): Promise<Tool[]> {
  const kept = await Promise.all(tools.map(isKept));
  return tools.filter((_, index) => kept[index]);
}

function findTool(tools: readonly Tool[], name: unknown): Tool {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool !== undefined) return tool;
  const names = tools.map((candidate) => candidate.name);
  const nearest = typeof name === 'string' ? nearestName(name, names) : undefined;
  const hint = nearest === undefined ? '' : `did you mean "${nearest}"? `;
  const problem = name === undefined ? 'the name of the tool is missing' : `unknown tool ${formatValue(name)}`;
  throw new McpError(ErrorCode.InvalidParams, `${problem}; ${hint}tools: ${names.join(', ')}`);
}

async function answerCall(
  tool: Tool,
  { rawArguments, call }: { readonly rawArguments: unknown; readonly call: ToolCall },
  logger: Logger,
): Promise<CallToolResult> {
  const started = performance.now();
  // The content of a call is private and never logged.
  const logOutcome = (outcome: string) => {
    const ms = Math.round(performance.now() - started);
    logger.log('info', 'tool_called', { tool: tool.name, outcome, ms });
  };
  try {
    const result = toToolResult(await tool.call(rawArguments, call));
    logOutcome('ok');
    return result;
  } catch (error) {
    logOutcome(call.signal.aborted ? 'cancelled' : error instanceof UserError ? error.type : 'internal_error');
    if (call.signal.aborted) logger.log('info', 'tool_cancelled', { tool: tool.name });
    else if (!(error instanceof UserError)) logger.log('error', 'tool_failed', { tool: tool.name, error });
    return toToolError(error);
  }
}

function toolCall(extra: RequestHandlerExtra<ServerRequest, ServerNotification>): ToolCall {
  const progressToken = extra._meta?.progressToken;
  const clientSession = extra.sessionId ?? null;
  if (progressToken === undefined) return { signal: extra.signal, notify: undefined, clientSession };
  let progress = 0;
  return {
    signal: extra.signal,
    clientSession,
    notify(message) {
      if (extra.signal.aborted) return;
      progress += 1;
      const notification = { method: 'notifications/progress' as const, params: { progressToken, progress, message } };
      // The transport notices a client that is gone; a lost progress line does not matter.
      extra.sendNotification(notification).catch(() => undefined);
    },
  };
}

// Otherwise the SDK would create a JSON Schema compiler at start-up, for forms that this server never sends.
const NO_ELICITATION = {
  getValidator(): never {
    throw new Error('this server sends no forms that need validation');
  },
};

/** Clients show a model either the structure or the text, so both contain the same JSON. A structure cannot be null. */
function toToolResult(output: object | null): CallToolResult {
  const content: CallToolResult['content'] = [{ type: 'text', text: JSON.stringify(output) }];
  return output === null ? { content } : { structuredContent: { ...output }, content };
}

function toToolError(error: unknown): CallToolResult {
  return { isError: true, ...toToolResult({ error: describe(error) }) };
}

function describe(error: unknown): { type: UserErrorType; code?: string; message: string } {
  if (error instanceof UserError) {
    const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
    return { type: error.type, ...code, message: error.message };
  }
  // The message may contain a path, a secret or a stack, so it is only logged.
  return { type: 'internal_error', message: 'something went wrong inside witan; the cause is in its log (witan.log)' };
}
