import { createServer } from 'node:http';

/** Anthropic's API on this machine, which takes the same time for every answer. */
export async function startSlowApi({ answer, answerMs }) {
  const body = JSON.stringify({
    ...{
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude',
      stop_reason: 'end_turn',
      stop_sequence: null,
    },
    content: [{ type: 'text', text: JSON.stringify(answer) }],
    usage: { input_tokens: 1, output_tokens: 1 },
  });
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    request.resume().on('end', () => setTimeout(() => response.end(body), answerMs));
    response.setHeader('content-type', 'application/json');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    calls: () => calls,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}
