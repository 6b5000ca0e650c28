export const ANSWERS = {
  'malformed-replies': [
    {
      removes: 'the look whether a reply says anything',
      file: 'adapters/http/apis/read-answer.ts',
      edits: [{ from: "  if (text !== '') return success(reply);\n", to: '  return success(reply);\n' }],
      suites: ['tests/contracts/model-adapter-http.test.ts'],
    },
    {
      removes: 'the ear for an error inside a good reply',
      file: 'adapters/http/apis/read-answer.ts',
      edits: [
        { from: '  if (isReportedError(error)) return', to: '  if (isReportedError(error) && usage === json) return' },
      ],
      suites: ['tests/contracts/model-adapter-http.test.ts'],
    },
    {
      removes: 'the look whether a program wrote anything',
      file: 'adapters/cli/run/run-cli.ts',
      edits: [
        {
          from: "      if (text !== '') return success({ ...reply, text });\n",
          to: '      return success({ ...reply, text });\n',
        },
      ],
      suites: ['tests/contracts/model-adapter-cli.test.ts'],
    },
    {
      removes: 'the bounds of a confidence',
      file: 'src/council/vote/read-vote.ts',
      edits: [
        {
          from: ' || !(number >= -ROUNDING_ERROR && number <= 100 + ROUNDING_ERROR)) return undefined;',
          to: ') return undefined;',
        },
      ],
      suites: ['tests/unit/council/parse-vote.test.ts'],
    },
    {
      removes: 'the difference between a vote and the wish to abstain',
      file: 'src/council/vote/read-vote.ts',
      edits: [{ from: '  if (ABSTAINS.test(text))', to: "  if (text === 'never' && ABSTAINS.test(text))" }],
      suites: ['tests/unit/council/parse-vote.test.ts'],
    },
    {
      removes: 'the check for a request that is not JSON',
      file: 'src/council/evidence/parse-tool-requests.ts',
      edits: [
        {
          from: '= parseRecord(text) ?? {};',
          to: '= (JSON.parse(text) as Record<string, unknown>) ?? parseRecord(text);',
        },
      ],
      suites: ['tests/unit/council/parse-tool-requests.test.ts'],
    },
  ],
  network: [
    {
      removes: 'the deadline of a call',
      file: 'adapters/http/call/deadline.ts',
      edits: [
        {
          from: '  const timer = setTimeout(abort, toTimerMs(timeoutMs));\n',
          to: '  const timer = setTimeout(() => undefined, toTimerMs(2 ** 31)).unref();\n',
        },
      ],
    },
    {
      removes: 'a few seconds of the punctuality of a call',
      file: 'adapters/http/call/deadline.ts',
      edits: [
        {
          from: 'setTimeout(abort, toTimerMs(timeoutMs))',
          to: 'setTimeout(abort, toTimerMs(timeoutMs + 4_000))',
        },
      ],
    },
    {
      removes: 'the end of a call that is not connected yet',
      file: 'adapters/http/call/exchange.ts',
      edits: [{ from: 'await withinTime({ signal }, () =>', to: 'await withinTime({}, () =>' }],
    },
    {
      removes: 'the time cap of a deliberation',
      file: 'src/council/time-limits.ts',
      edits: [
        {
          from: 'maxSeconds * 1000 - timeForVerdictMs(maxSeconds);',
          to: 'maxSeconds * 1000 + 6_000 - 0 * timeForVerdictMs(maxSeconds);',
        },
      ],
    },
    {
      removes: 'the refusal to wait longer than there is time',
      file: 'adapters/http/call-http.ts',
      edits: [{ from: '          if (retryAfterMs >= deadline.remainingMs()) return false;\n', to: '' }],
    },
    {
      removes: 'the name for a connection that was cut',
      file: 'adapters/http/call/classify-network-error.ts',
      edits: [{ from: '  ECONNRESET: CUT,\n', to: '' }],
    },
    {
      removes: 'the look at the form of an answer, which names it',
      file: 'adapters/http/call/post-json.ts',
      edits: [
        {
          from: '  if (parsed.success) return success(parsed.data);\n',
          to: '  return success(parsed.data ?? (json as Value));\n',
        },
      ],
    },
    {
      removes: 'the end of an answer without end',
      file: 'adapters/http/call/exchange.ts',
      edits: [{ from: 'if (length > MAX_BODY_BYTES) return undefined;', to: 'if (length > MAX_BODY_BYTES) break;' }],
    },
  ],
  ledger: [
    {
      removes: 'the usage of earlier tries',
      file: 'adapters/http/call-http.ts',
      edits: [{ from: 'sumUsage(begun > tries.length ? [...tries, {}] : tries)', to: 'sumUsage(tries.slice(-1))' }],
    },
    {
      removes: 'the usage of an answer without text',
      file: 'adapters/http/apis/read-answer.ts',
      edits: [
        {
          from: "  return finalFailure({ kind: 'empty_answer', detail }, usage, isCut);\n",
          to: "  return finalFailure({ kind: 'empty_answer', detail });\n",
        },
      ],
    },
    {
      removes: 'the usage that a refusal of the server names',
      file: 'adapters/http/call/read-usage.ts',
      edits: [
        {
          from: 'return Object.keys(reported).length === 0 ? NOTHING_USED : reported;',
          to: 'return reported && NOTHING_USED;',
        },
      ],
    },
    {
      removes: 'the count of tries',
      file: 'src/models/usage.ts',
      edits: [
        {
          from: '    ...(requests === 1 ? {} : { requests }),\n',
          to: '    ...(requests === 0 ? { requests } : {}),\n',
        },
      ],
    },
    {
      removes: 'the difference between nothing and unknown',
      file: 'src/council/budget/ledger.ts',
      edits: [
        {
          from: "usd: spent.callsOfUnknownCost === 0 ? roundUsd(spent.usd) : 'unknown'",
          to: 'usd: roundUsd(spent.usd)',
        },
      ],
    },
  ],
};
