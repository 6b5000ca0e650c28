const GUARD = 'src/http/guard/check-request.ts';
const KEYS = 'src/http/guard/keys.ts';
const SERVER = 'src/http/start-server.ts';
const STATE = 'src/http/server-state.ts';
const HOSTILE = ['tests/faults/pages/hostile-requests.test.ts'];

const CHECKS = {
  checkRepeats: 'the look for a header that is sent twice',
  checkHost: 'the check of the host',
  checkTarget: 'the check of the spelling of a path',
  checkOrigin: 'the check of the origin',
  checkFetchMetadata: 'the check of what the browser says about a request',
  checkMethod: 'the check of the method and of other protocols',
  checkBody: 'the check of type and length of a body',
  checkKey: 'the check of the key',
};

export const PAGES = {
  'pages-guard': [
    ...Object.entries(CHECKS).map(([check, removes]) => ({
      removes,
      file: GUARD,
      edits: [{ from: `  ${check},\n`, to: '' }],
      suites: HOSTILE,
    })),
    {
      removes: 'the largest size of a body',
      file: GUARD,
      edits: [{ from: 'if (Number(length) > MAX_BODY_BYTES)', to: 'if (Number(length) > 2 ** 50)' }],
      suites: HOSTILE,
    },
    {
      removes: 'the end of a request that never ends',
      file: SERVER,
      edits: [
        { from: '{ headersTimeout: 5_000, requestTimeout: 10_000,', to: '{ headersTimeout: 0, requestTimeout: 0,' },
      ],
      suites: HOSTILE,
    },
    {
      removes: 'the guard of a body that waits for a "continue"',
      file: SERVER,
      edits: [{ from: "  server.on('checkContinue', guarded);\n", to: '' }],
      suites: ['tests/unit/http/start-server.test.ts'],
    },
    {
      removes: 'the limit to this machine',
      file: SERVER,
      edits: [{ from: "server.listen(port, '127.0.0.1');", to: 'server.listen(port);' }],
      suites: ['tests/unit/http/start-server.test.ts'],
    },
    {
      removes: 'the policy of the pages about scripts and frames',
      file: 'src/http/create-app.ts',
      edits: [
        {
          from: '    for (const [name, value] of Object.entries(SECURITY_HEADERS)) context.header(name, value);\n',
          to: '',
        },
      ],
      suites: ['tests/unit/http/start-server.test.ts'],
    },
    {
      removes: 'the single use of a code',
      file: KEYS,
      edits: [{ from: '      codes.delete(code);\n', to: '' }],
      suites: ['tests/unit/http/keys.test.ts'],
    },
    {
      removes: 'the minute of a code',
      file: KEYS,
      edits: [{ from: ' || clock.elapsed() > validUntil', to: '' }],
      suites: ['tests/unit/http/keys.test.ts'],
    },
    {
      removes: 'the address in the proof of a key',
      file: 'src/kernel/key-proof.ts',
      edits: [
        {
          from: 'nonce: string): string {\n  return createHmac',
          to: "nonce: string): string {\n  address = '';\n  return createHmac",
        },
      ],
      suites: ['tests/unit/http/start-pages.test.ts'],
    },
    {
      removes: 'the proof that a second command asks for',
      file: 'src/http/ask-server.ts',
      edits: [{ from: '    if (!(await hasKey(server))) return undefined;\n', to: '' }],
      suites: ['tests/unit/http/start-pages.test.ts'],
    },
    {
      removes: 'the comparison of the key',
      file: 'src/http/start-pages.ts',
      edits: [{ from: 'accepts: keys.isKey', to: 'accepts: () => true' }],
      suites: ['tests/unit/http/start-pages.test.ts'],
    },
    {
      removes: 'the new key of every start',
      file: 'src/http/start-pages.ts',
      edits: [{ from: 'const key = randomSecret();', to: "const key = randomSecret().replaceAll(/./g, 'k');" }],
      suites: ['tests/unit/http/start-pages.test.ts'],
    },
    {
      removes: 'the look whether the state file is a link',
      file: STATE,
      edits: [
        {
          from: "readOwnText(file, MAX_BYTES) ?? 'null'",
          to: "process.getBuiltinModule('node:fs').readFileSync(file, 'utf8')",
        },
      ],
      suites: ['tests/unit/http/server-state.test.ts'],
    },
    {
      removes: 'the care for the state of a newer server',
      file: STATE,
      edits: [
        {
          from: 'if (current !== undefined && isSameProcess(current.process, thisProcess())) removeOwnFile(file);',
          to: 'if (current !== undefined) removeOwnFile(file);',
        },
      ],
      suites: ['tests/unit/http/start-pages.test.ts'],
    },
    {
      removes: 'the refusal of a state folder that the project decides',
      file: 'src/kernel/state-folder.ts',
      edits: [{ from: '  if (!isAbsolute(base)) throw', to: '  if (base === undefined) throw' }],
      suites: ['tests/unit/http/server-state.test.ts'],
    },
  ],
  'pages-browser': [
    {
      removes: 'the proof that the page asks for after a lost connection',
      file: 'src/web/shell/access.ts',
      edits: [{ from: '  isServerKnown = false;\n}', to: '}' }],
      suites: ['tests/browser/access.test.ts'],
    },
    {
      removes: 'the end of the code in the address',
      file: 'src/web/shell/access.ts',
      edits: [{ from: "    history.replaceState(null, '', location.pathname + location.search);\n", to: '' }],
      suites: ['tests/browser/access.test.ts'],
    },
    {
      removes: 'the check of the host, for a page that rebinds its name',
      file: GUARD,
      edits: [{ from: '  checkHost,\n', to: '' }],
      suites: ['tests/browser/attacks.test.ts'],
      builds: 'intact',
    },
    {
      removes: 'the rules about scripts in the policy',
      file: 'src/http/start-server.ts',
      edits: [
        {
          from: "default-src 'none'; script-src 'self';",
          to: "default-src 'self'; script-src 'unsafe-inline' 'self';",
        },
        { from: " require-trusted-types-for 'script'; trusted-types 'none'", to: '' },
      ],
      suites: ['tests/browser/attacks.test.ts'],
      builds: 'intact',
    },
    {
      removes: 'the one stream of all tabs',
      file: 'src/web/shell/changes.ts',
      edits: [{ from: "navigator.locks.request('witan-changes', ", to: 'Promise.resolve().then(' }],
      suites: ['tests/browser/access.test.ts'],
    },
  ],
};
