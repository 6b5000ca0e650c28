import { type Speak, sendError, sendEvents, sendJson } from './loopback-api.js';

/** OpenAI's Responses interface, as far as codex needs it for one answer. */
export const speakResponses: Speak = (request, response, text) => {
  if (request.path.endsWith('/models')) return sendJson(response, { object: 'list', data: [], models: [] });
  if (!request.path.endsWith('/responses')) return sendError(response, 404, 'no such path');
  const item = {
    id: 'msg_loopback',
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text, annotations: [] }],
  };
  const whole = {
    id: 'resp_loopback',
    object: 'response',
    created_at: 1,
    status: 'completed',
    model: request.body.model,
    output: [item],
    usage: { input_tokens: 12, output_tokens: 7, total_tokens: 19 },
  };
  const events: Record<string, unknown>[] = [
    { type: 'response.created', response: { ...whole, status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', content: [] } },
    { type: 'response.output_text.delta', item_id: item.id, output_index: 0, content_index: 0, delta: text },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: whole },
  ];
  sendEvents(
    response,
    events.map((data, index) => ({ name: String(data.type), data: { ...data, sequence_number: index } })),
  );
};
