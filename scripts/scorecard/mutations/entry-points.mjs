export const ENTRY_POINTS = {
  'malformed-requests': [
    {
      removes: 'the check of what a tool is called with',
      file: 'src/mcp/define-tool.ts',
      edits: [
        {
          from: '      if (!parsed.success) {\n',
          to: '      if (!parsed.success) return definition.handle(given, call);\n      {\n',
        },
      ],
      suites: ['tests/integration/mcp-bad-input.test.ts'],
    },
    {
      removes: 'the check of the participants',
      file: 'src/council/check-request.ts',
      edits: [{ from: '  checkParticipants(request.participants);\n', to: '' }],
      suites: ['tests/unit/council/bad-input.test.ts'],
      builds: 'neither',
    },
    {
      removes: 'the check of the question',
      file: 'src/council/check-request.ts',
      edits: [{ from: '  checkQuestion(request.question);\n', to: '' }],
      suites: ['tests/unit/council/bad-input.test.ts'],
      builds: 'neither',
    },
    {
      removes: 'the look whether a folder is far too wide',
      file: 'src/council/check-request.ts',
      edits: [{ from: '  if (tooWide !== undefined)\n', to: "  if (tooWide === 'never')\n" }],
      suites: ['tests/integration/mcp-bad-input.test.ts'],
    },
  ],
  'new-secrets': [
    {
      removes: 'the judging of lines without their prefixes',
      file: 'src/redaction/view.ts',
      edits: [{ from: '    if (match !== null) {\n', to: '    if (match === undefined) {\n' }],
      suites: ['tests/integration/redaction/new-secrets.test.ts', 'tests/unit/redaction/views.test.ts'],
    },
  ],
  'planted-secrets': [
    {
      removes: 'the search for secrets',
      file: 'src/council/redact.ts',
      edits: [{ from: '      return await redactor.redact(text, path);\n', to: '      return text;\n' }],
      suites: ['tests/integration/planted-secrets-council.test.ts'],
    },
    {
      removes: 'the search in what a model answers',
      file: 'src/council/ask-participant.ts',
      edits: [{ from: 'text: await redact(answer.value.text) } };', to: 'text: answer.value.text } };' }],
      suites: ['tests/integration/planted-secrets-council.test.ts'],
    },
    {
      removes: 'the search in the question',
      file: 'src/council/create-council.ts',
      edits: [{ from: '    question: await redact(question),\n', to: '    question,\n' }],
      suites: ['tests/integration/planted-secrets-council.test.ts'],
    },
    {
      removes: 'the search in the log',
      file: 'src/kernel/redacting-logger.ts',
      edits: [
        { from: '      logger.log(level, event, safe);\n', to: '      logger.log(level, event, safe && details);\n' },
      ],
      suites: ['tests/integration/planted-secrets-council.test.ts'],
    },
    {
      removes: 'the search in what went wrong',
      file: 'src/council/ask-participant.ts',
      edits: [{ from: 'failure: await redactFailure(failure, redact), usage', to: 'failure, usage' }],
      suites: ['tests/integration/planted-secrets-council.test.ts'],
    },
    {
      removes: 'the search in the context, as it is recorded',
      file: 'src/council/create-council.ts',
      edits: [{ from: 'context === undefined ? undefined : await redact(context)', to: 'context' }],
      suites: ['tests/faults/secrets'],
    },
  ],
  'hook-texts': [
    {
      removes: 'the replacement of tags',
      file: 'src/kernel/quote.ts',
      edits: [{ from: "replace(/<(?=[/!?a-z])/gi, '‹')", to: "replace(/<(?=never)/gi, '‹')" }],
      suites: ['tests/integration/hooks/hostile-text.test.ts'],
    },
    {
      removes: 'the removal of hidden characters and line ends',
      file: 'src/kernel/quote.ts',
      edits: [{ from: 'return plainLine(text).replace(', to: 'return (plainLine(text) && text).replace(' }],
      suites: ['tests/integration/hooks/hostile-text.test.ts'],
    },
    {
      removes: 'the quotation of a session title',
      file: 'src/coaching/models-view/prompt-context.ts',
      edits: [
        {
          from: 'quoteText(session.issueContext.title, MAX_TITLE)',
          to: 'session.issueContext.title.slice(0, MAX_TITLE)',
        },
      ],
      suites: ['tests/integration/hooks/hostile-text.test.ts'],
    },
    {
      removes: 'the quotation of what is held',
      file: 'src/hooks/coach/hold-writes.ts',
      edits: [{ from: 'cutText(plainField(part), MAX_LENGTH)', to: 'cutText(plainField(part) && part, MAX_LENGTH)' }],
      suites: ['tests/integration/hooks/hostile-text.test.ts'],
    },
  ],
  'stdout-purity': [
    {
      removes: 'the way of stray output to standard error',
      file: 'src/kernel/own-standard-output.ts',
      edits: [{ from: '  stdout.write = stderr.write.bind(stderr);\n', to: '' }],
      suites: ['tests/integration/mcp-stdout.test.ts'],
    },
    {
      removes: 'the silence of the program itself',
      file: 'src/kernel/ids.ts',
      edits: [
        {
          from: 'export function newDeliberationId(now: Date): string {\n',
          to: "export function newDeliberationId(now: Date): string {\n  process.stdout.write('an id\\n');\n",
        },
      ],
      suites: ['tests/architecture/stdout-is-silent.test.ts'],
      builds: 'neither',
    },
  ],
  'hook-events': [
    {
      // Three nets below each other: with any one of them in place nothing falls through.
      removes: 'the three nets below a hook',
      file: 'src/bin/hook.ts',
      edits: [
        { from: "process.on('uncaughtException', end);\nprocess.on('unhandledRejection', end);\n", to: '' },
        { from: '  .then(end, end);', to: '  .then(end);' },
        {
          file: 'src/hooks/protocol/protocol.ts',
          from: '  } catch {\n    return undefined;\n  }\n  if (!isRecord(raw))',
          to: '  } catch (error) {\n    throw error;\n  }\n  if (!isRecord(raw))',
        },
      ],
    },
    {
      removes: 'the exit code that never blocks a call',
      file: 'src/bin/hook.ts',
      edits: [{ from: 'process.exit(0);', to: 'process.exit(2);' }],
    },
    {
      removes: 'the look whether a name is that of a hook',
      file: 'src/bin/hook-main.ts',
      edits: [
        {
          from: '  if (!isHookName(name)) return false;\n',
          to: "  if (!isHookName(name)) writeSync(2, 'unknown hook');\n",
        },
      ],
    },
  ],
};
