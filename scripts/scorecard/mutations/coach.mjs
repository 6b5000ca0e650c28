/** The guards of the coach: who reaches it, which files a page reaches, and what is kept. */
const GUARD = 'src/http/guard/check-request.ts';
const PEERS = 'src/http/guard/peer-user.ts';
const HOSTILE = ['tests/faults/pages/hostile-requests.test.ts'];
const PATHS = ['tests/integration/coaching/hostile-paths.test.ts'];
const RACES = ['tests/integration/coaching/link-races.test.ts'];
const FRAMES = { suites: ['tests/faults/coach/frames.test.ts'], builds: 'neither' };
const SLOW = { suites: ['tests/faults/coach/slow-reader.test.ts'], builds: 'neither' };
const NEEDS_NO_KEY = 'if (needsNoKey(request) || isFreeProgram(request, policy)) return undefined;';

export const COACH = {
  'coach-guard': [
    {
      removes: 'the guard of a WebSocket before its upgrade',
      file: 'src/http/start-server.ts',
      edits: [
        {
          from: 'if (refusal === undefined) upgrade(request, socket, head);\n    else refuseUpgrade(socket, refusal);',
          to: 'upgrade(request, socket, head);\n    void refusal;',
        },
      ],
      suites: HOSTILE,
    },
    {
      removes: 'the key of a WebSocket',
      file: GUARD,
      edits: [{ from: NEEDS_NO_KEY, to: `if (isSocket(request, policy)) return undefined;\n  ${NEEDS_NO_KEY}` }],
      suites: HOSTILE,
    },
    {
      removes: 'the key of an agent',
      file: GUARD,
      edits: [{ from: NEEDS_NO_KEY, to: `if (path === '/mcp') return undefined;\n  ${NEEDS_NO_KEY}` }],
      suites: HOSTILE,
    },
    {
      removes: 'the key that a browser needs where other programs need none',
      file: GUARD,
      edits: [{ from: 'if (isBrowser || ', to: 'if (' }],
      suites: HOSTILE,
    },
    {
      removes: 'the look at the protocols that a page asks for',
      file: GUARD,
      edits: [{ from: '/^witan\\.coach, ?key\\.([\\w-]{43})$/', to: '/key\\.([\\w-]{43})/' }],
      suites: HOSTILE,
    },
    {
      removes: 'the one address of the WebSocket',
      file: GUARD,
      edits: [
        { from: "method === 'GET' && url === '/ws' && headers.upgrade", to: "method === 'GET' && headers.upgrade" },
      ],
      suites: HOSTILE,
    },
  ],
  'other-user': [
    {
      removes: 'the check of the user at the other end',
      file: GUARD,
      edits: [{ from: '  checkUser,\n', to: '' }],
      suites: ['tests/integration/coach/other-user.test.ts'],
    },
    {
      removes: 'the key that a program of an unknown user needs',
      file: GUARD,
      edits: [{ from: " || findUser(socket) === 'own')", to: ' || true)' }],
      suites: ['tests/unit/http/coach/guard.test.ts'],
      builds: 'neither',
    },
    {
      removes: 'the look at established connections only',
      file: PEERS,
      edits: [
        { from: '/^\\S+ +', to: '/^(?:01 )?\\S+ +' },
        { from: 'localPort)} 01 `', to: 'localPort)} `' },
      ],
      suites: ['tests/unit/http/peer-user.test.ts'],
      builds: 'neither',
    },
    {
      removes: 'the refusal of a connection that is in no table',
      file: PEERS,
      edits: [{ from: "if (user === undefined) return 'other';", to: "if (user === undefined) return 'unknown';" }],
      suites: ['tests/unit/http/peer-user.test.ts'],
      builds: 'neither',
    },
    {
      removes: 'the end of the oldest connections without a key',
      file: 'src/http/start-server.ts',
      edits: [{ from: '    oldest.destroy();\n', to: '    server.maxConnections = 200;\n' }],
      suites: ['tests/unit/http/start-server.test.ts'],
      builds: 'neither',
    },
    {
      removes: 'the file that a browser is started with',
      file: 'src/cli/open-address.ts',
      edits: [{ from: 'await openBrowser(file)', to: 'await openBrowser(address)' }],
      suites: ['tests/integration/coach/other-user.test.ts'],
    },
    {
      removes: 'the one setting that a .env file of a project may make',
      file: 'src/cli/coach/read-environment.ts',
      edits: [
        {
          from: 'const { environment, currentFolder, homeFolder } = source;',
          to: "const { currentFolder, homeFolder } = source;\n  const environment = { ...parseEnv((await readClientFile({ file: join(currentFolder, '.env'), shown: '.env' }).catch(() => undefined))?.text ?? ''), ...source.environment };",
        },
      ],
      suites: ['tests/unit/cli/coach/read-environment.test.ts'],
      builds: 'neither',
    },
  ],
  'coach-files': [
    {
      removes: 'the check of a path by its text',
      file: 'src/project/person/person-paths.ts',
      edits: [
        {
          from: 'const inside = pathInProject(written, roots);',
          to: 'const inside = pathInProject(written, roots) ?? { relative: written, normal: written };',
        },
        { from: "if (status.kind === 'inside') return success(status.path);", to: 'return success(relative.value);' },
        {
          from: "      return problem(status.kind === 'outside' ? linkedOutMessage(path) : forbiddenMessage(path));\n",
          to: '      void [status, linkedOutMessage];\n',
        },
      ],
      suites: PATHS,
    },
    {
      removes: "the refusal of the repository's internals",
      file: 'src/project/person/person-paths.ts',
      edits: [{ from: "comparableName(name) === '.git'", to: "comparableName(name) === ''" }],
      suites: PATHS,
    },
    {
      removes: "the refusal of Witan's own folders",
      file: 'src/project/person/person-paths.ts',
      edits: [{ from: 'createWitanFolders(rules.ownFolders, rules.homeFolder)', to: "createWitanFolders([], '')" }],
      suites: PATHS,
    },
    {
      removes: 'the look for a link in place of a file that is replaced',
      file: 'src/project/person/in-project-folder.ts',
      edits: [
        {
          from: "  if (found.isSymbolicLink()) throw refuse('FORBIDDEN_PATH', linkMessage(entry.relative));\n  // Opening a device can already do something.\n  if (!found.isFile())",
          to: '  if (!found.isFile() && !found.isSymbolicLink())',
        },
        { from: '(constants.O_NOFOLLOW ?? 0) | ', to: '' },
      ],
      suites: ['tests/unit/project/person/files.test.ts'],
    },
    {
      removes: 'the check of what was really opened',
      file: 'src/project/open-checked-file.ts',
      edits: [
        { from: 'const NEVER_FOLLOW = constants.O_NOFOLLOW ?? 0;', to: 'const NEVER_FOLLOW = 0;' },
        {
          from: 'const status = checkPath(real, allowed, true);',
          to: 'const status = checkPath(target, allowed, true);',
        },
      ],
      suites: RACES,
      environment: { WITAN_SWAPS: '4000' },
    },
    {
      removes: 'the path through the open folder',
      file: 'src/kernel/pin-folder.ts',
      edits: [{ from: "process.platform !== 'linux'", to: "process.platform !== 'plan9'" }],
      suites: ['tests/unit/project/person/exchanged-folder.test.ts'],
    },
  ],
  'coach-pages': [
    {
      removes: 'the limit of what waits for a page',
      file: 'src/http/websocket/connections.ts',
      edits: [
        {
          from: '    if (page.outbox.waiting() > MAX_BEHIND) return drop(connection);\n',
          to: '    void MAX_BEHIND;\n',
        },
        { from: 'if (waiting() <= MAX_WAITING) return;', to: 'if (waiting() <= 100 * MAX_WAITING) return;' },
      ],
      ...SLOW,
    },
    {
      removes: 'the replacing of a state that waits by a newer one',
      file: 'src/http/websocket/outbox.ts',
      edits: [{ from: 'message.id === undefined ? getKey(message) : undefined', to: 'void keyOf' }],
      ...SLOW,
    },
    {
      removes: 'the largest size of a message',
      file: 'src/http/websocket/coach-socket.ts',
      edits: [{ from: 'maxPayload: MAX_MESSAGE_BYTES', to: 'maxPayload: 100 * MAX_MESSAGE_BYTES' }],
      ...FRAMES,
    },
    {
      removes: 'the refusal of a binary frame',
      file: 'src/http/websocket/coach-socket.ts',
      edits: [{ from: "handle(isBinary ? '' : bytes.toString())", to: 'handle((void isBinary, bytes.toString()))' }],
      ...FRAMES,
    },
    {
      removes: 'the check of what a message contains',
      file: 'src/http/websocket/coach-socket.ts',
      edits: [
        {
          from: 'if (!parsed.success) return fail(',
          to: 'if (!parsed.success && parsed.error.issues.length === 0) return fail(',
        },
      ],
      ...FRAMES,
    },
  ],
  'kill-wrap-up': [
    {
      removes: 'keeping the answers of the steps',
      file: 'src/coaching/wrap-up/steps/step-context.ts',
      edits: [{ from: 'sessionId: session.id, signal, recordAs }', to: 'sessionId: session.id, signal }' }],
    },
    {
      removes: 'the look whether this session has recorded the gap',
      file: 'src/coaching/store/coaching-store.ts',
      edits: [{ from: '          if (known?.session_id === sessionId) return toGap(known);\n', to: '' }],
    },
    {
      removes: 'recording the wrap-up before the session ends',
      file: 'src/coaching/sessions/ending.ts',
      edits: [{ from: '    await wrapUps.request(session.id, transcript);\n', to: '' }],
    },
  ],
  'coach-help': [
    {
      removes: 'the check of a file that is explained',
      file: 'src/coaching/explain/explain-code.ts',
      edits: [
        { from: 'const path = await view.expectShown(request.path);', to: 'const { path } = request;\n  void view;' },
      ],
    },
    {
      removes: 'the look for secrets in the whole file',
      file: 'src/coaching/explain/explain-code.ts',
      edits: [{ from: 'redact(hideLines(part, secret))', to: 'redact((void hideLines, void secret, part))' }],
    },
    {
      removes: 'leaving out files that models may not see from the review of a phase',
      file: 'src/coaching/models-view/models-view.ts',
      edits: [{ from: 'changes.filter(({ path }) => allowed.has(path)).map(redacted)', to: 'changes.map(redacted)' }],
    },
    {
      removes: 'the refusal of an unknown kata before the call',
      file: 'src/coaching/practice/review-solution.ts',
      edits: [
        {
          from: 'if (kata === undefined) return announce(',
          to: 'if (kata === undefined && solution === null) return announce(',
        },
      ],
    },
  ],
  'kill-coach': [
    {
      removes: 'storing what is typed',
      file: 'src/coaching/workspace/buffers.ts',
      edits: [{ from: '      await stored.put(path, entry, baseVersion);', to: '' }],
    },
    {
      removes: 'storing an action before it is acknowledged',
      file: 'src/coaching/action-log/stored-actions.ts',
      edits: [{ from: 'if (isAllowed) connection.execute(once);', to: '' }],
    },
  ],
};
