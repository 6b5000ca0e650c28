import type { ServerResponse } from 'node:http';
import { type ApiRequest, type Speak, sendError, sendEvents, sendJson } from './loopback-api.js';

/** Google's generateContent interface, as far as Gemini CLI needs it for one answer. */
export const speakGemini: Speak = (request, response, text) => sendPart(request, response, { text });

/** The same interface: calls a tool once, and answers when its result is there. */
export function speakGeminiCalling(tool: string): Speak {
  return (request, response, text) => {
    const hasResult = JSON.stringify(request.body.contents ?? '').includes('functionResponse');
    const part = hasResult ? { text } : { functionCall: { name: tool, args: {} } };
    sendPart(request, response, part);
  };
}

function sendPart(request: ApiRequest, response: ServerResponse, part: object): void {
  const answer = {
    candidates: [{ index: 0, finishReason: 'STOP', content: { role: 'model', parts: [part] } }],
    usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 7, totalTokenCount: 19 },
    modelVersion: 'loopback',
  };
  if (request.path.endsWith(':countTokens')) sendJson(response, { totalTokens: 12 });
  else if (request.path.endsWith(':streamGenerateContent')) sendEvents(response, [{ data: answer }]);
  else if (request.path.endsWith(':generateContent')) sendJson(response, answer);
  else sendError(response, 404, 'no such path');
}
