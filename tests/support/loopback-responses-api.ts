import type { ServerResponse } from 'node:http';
import { type ApiRequest, type Speak, sendError, sendEvents, sendJson } from './loopback-api.js';

/** OpenAI's Responses interface, as far as codex needs it for one answer. */
export const speakResponses: Speak = (request, response, text) => {
  if (request.path.endsWith('/models')) return sendJson(response, { object: 'list', data: [], models: [] });
  if (!request.path.endsWith('/responses')) return sendError(response, 404, 'no such path');
  sendMessage(request, response, text);
};

/** The same interface: calls a tool of a server once, and answers when its result is there. */
export function speakResponsesCalling(server: string, tool: string): Speak {
  return (request, response, text) => {
    const isAsked = request.path.endsWith('/responses');
    const hasResult = JSON.stringify(request.body.input ?? '').includes('function_call_output');
    if (!isAsked || hasResult) return speakResponses(request, response, text);
    const call = { call_id: 'call_1', namespace: `mcp__${server}`, name: tool, arguments: '{}' };
    const item = { id: 'fc_loopback', type: 'function_call', status: 'completed', ...call };
    const whole = responseWith(request, item);
    sendSequence(response, [
      { type: 'response.created', response: { ...whole, status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress' } },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: whole },
    ]);
  };
}

function sendMessage(request: ApiRequest, response: ServerResponse, text: string): void {
  const item = {
    id: 'msg_loopback',
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text, annotations: [] }],
  };
  const whole = responseWith(request, item);
  sendSequence(response, [
    { type: 'response.created', response: { ...whole, status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', content: [] } },
    { type: 'response.output_text.delta', item_id: item.id, output_index: 0, content_index: 0, delta: text },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: whole },
  ]);
}

function responseWith(request: ApiRequest, item: object) {
  return {
    id: 'resp_loopback',
    object: 'response',
    created_at: 1,
    status: 'completed',
    model: request.body.model,
    output: [item],
    usage: { input_tokens: 12, output_tokens: 7, total_tokens: 19 },
  };
}

function sendSequence(response: ServerResponse, events: readonly Record<string, unknown>[]): void {
  sendEvents(
    response,
    events.map((data, index) => ({ name: String(data.type), data: { ...data, sequence_number: index } })),
  );
}
