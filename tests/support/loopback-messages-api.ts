import type { ServerResponse } from 'node:http';
import { type ApiRequest, type Speak, sendError, sendEvents, sendJson } from './loopback-api.js';

export type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: unknown };

/** Anthropic's Messages interface, as far as Claude Code needs it for one answer. */
export const speakMessages: Speak = (request, response, text) =>
  answerMessages(request, response, () => [{ type: 'text', text }]);

/** The same interface with scripted turns: the n-th request that offers tools gets the n-th turn. */
export function speakTurns(turns: readonly (readonly Block[])[]): Speak {
  let turn = 0;
  return speakBlocks(() => turns[Math.min(turn++, turns.length - 1)] ?? []);
}

/** The same interface; only requests that offer tools are passed on. */
export function speakBlocks(answer: (request: ApiRequest) => readonly Block[]): Speak {
  return (request, response) =>
    answerMessages(request, response, () => (offersTools(request) ? answer(request) : [{ type: 'text', text: 'ok' }]));
}

export function offersTools({ body }: ApiRequest): boolean {
  return Array.isArray(body.tools) && body.tools.length > 0;
}

function answerMessages(request: ApiRequest, response: ServerResponse, content: () => readonly Block[]): void {
  if (request.method === 'HEAD') response.end();
  else if (request.path.endsWith('/count_tokens')) sendJson(response, { input_tokens: 12 });
  else if (request.path.endsWith('/messages')) sendMessage(request, response, content());
  else sendError(response, 404, 'no such path');
}

function sendMessage(request: ApiRequest, response: ServerResponse, blocks: readonly Block[]): void {
  const message = {
    id: 'msg_loopback',
    type: 'message',
    role: 'assistant',
    model: request.body.model,
    content: blocks,
    stop_reason: blocks.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 12, output_tokens: 7, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
  };
  if (request.body.stream !== true) {
    sendJson(response, message);
    return;
  }
  const events: Record<string, unknown>[] = [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    ...blocks.flatMap(blockEvents),
    {
      type: 'message_delta',
      delta: { stop_reason: message.stop_reason, stop_sequence: null },
      usage: { output_tokens: 7 },
    },
    { type: 'message_stop' },
  ];
  sendEvents(
    response,
    events.map((data) => ({ name: String(data.type), data })),
  );
}

function blockEvents(block: Block, index: number): Record<string, unknown>[] {
  const [start, delta] =
    block.type === 'text'
      ? [
          { ...block, text: '' },
          { type: 'text_delta', text: block.text },
        ]
      : [
          { ...block, input: {} },
          { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
        ];
  return [
    { type: 'content_block_start', index, content_block: start },
    { type: 'content_block_delta', index, delta },
    { type: 'content_block_stop', index },
  ];
}
