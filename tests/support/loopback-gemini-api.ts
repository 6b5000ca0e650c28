import { type Speak, sendError, sendEvents, sendJson } from './loopback-api.js';

/** Google's generateContent interface, as far as Gemini CLI needs it for one answer. */
export const speakGemini: Speak = (request, response, text) => {
  if (request.path.endsWith(':countTokens')) return sendJson(response, { totalTokens: 12 });
  const answer = {
    candidates: [{ index: 0, finishReason: 'STOP', content: { role: 'model', parts: [{ text }] } }],
    usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 7, totalTokenCount: 19 },
    modelVersion: 'loopback',
  };
  if (request.path.endsWith(':streamGenerateContent')) return sendEvents(response, [{ data: answer }]);
  if (request.path.endsWith(':generateContent')) return sendJson(response, answer);
  sendError(response, 404, 'no such path');
};
