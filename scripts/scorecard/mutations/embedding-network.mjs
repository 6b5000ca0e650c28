const OLLAMA = 'src/semantics/embedding/ollama-embedding.ts';

export const EMBEDDING_NETWORK = {
  'embedding-network': [
    {
      removes: "the adapters' way of sending: redirects are followed again",
      file: 'src/program/send-embedding-request.ts',
      edits: [
        {
          from: '  const sent = await sendOnce({ ...request, headers: JSON_HEADERS }, OLLAMA, signal);\n',
          to: [
            '  const response = await fetch(request.url, { ...request, headers: JSON_HEADERS, signal });',
            '  if (response.redirected) return success(await response.text());',
            '  const sent = await sendOnce({ ...request, headers: JSON_HEADERS }, OLLAMA, signal);\n',
          ].join('\n'),
        },
      ],
    },
    {
      removes: 'the limit of an answer',
      file: 'adapters/http/call/exchange.ts',
      edits: [{ from: 'if (length > MAX_BODY_BYTES)', to: 'if (length > 10 * MAX_BODY_BYTES)' }],
    },
    {
      removes: 'the time limit of a batch',
      file: OLLAMA,
      edits: [
        { from: 'const limit = AbortSignal.timeout(embedMs);', to: 'const limit = new AbortController().signal;' },
      ],
    },
    {
      removes: 'the count of vectors',
      file: OLLAMA,
      edits: [{ from: ' || embeddings.length !== wanted', to: '' }],
    },
    {
      removes: 'the comparison of dimensions',
      file: OLLAMA,
      edits: [{ from: '  if (values.length !== dimensions) throw', to: '  if (dimensions < 0) throw' }],
    },
    {
      removes: 'the bounds of dimensions',
      file: OLLAMA,
      edits: [{ from: ' && Number(length) >= 1 && Number(length) <= MAX_DIMENSIONS', to: '' }],
    },
    {
      removes: 'the check that a vector holds numbers',
      file: OLLAMA,
      edits: [{ from: "values.filter((value) => typeof value === 'number')", to: 'values.map(Number)' }],
    },
    {
      removes: 'the check that an answer is a JSON object',
      file: OLLAMA,
      edits: [
        {
          from: "if (!isRecord(json)) throw badAnswer(server, 'no JSON object');",
          to: 'if (!isRecord(json)) return {};',
        },
      ],
    },
    {
      removes: 'the fall back to the builtin embedding',
      file: 'src/semantics/embedding/choose-embedding.ts',
      edits: [{ from: 'await open().catch(() => undefined)', to: 'await open()' }],
    },
  ],
};
