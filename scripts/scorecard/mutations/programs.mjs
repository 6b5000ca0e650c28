const EVIDENCE = 'src/council/evidence';
const PROJECT = 'src/project';
const HOSTILE = ['tests/integration/evidence-hostile/hostile.test.ts'];

export const PROGRAMS = {
  // Not the guards that end processes: without them they would stay on the machine that runs this.
  'hostile-children': [
    {
      removes: 'the end of a flood',
      file: 'src/processes/run-child.ts',
      edits: [{ from: "    end({ kind: 'output_too_large' }),\n", to: '    undefined,\n' }],
      suites: ['tests/integration/hostile-children.test.ts'],
    },
    {
      removes: 'the cancelling of a program',
      file: 'src/processes/run-child.ts',
      edits: [
        {
          from: 'settleWithin({ maxMs: timeoutMs, signal }, ',
          to: 'settleWithin({ maxMs: signal ? timeoutMs : timeoutMs }, ',
        },
      ],
      suites: ['tests/integration/hostile-children.test.ts'],
    },
    {
      removes: 'the end that is the exit and not the last open pipe',
      file: 'src/processes/run-child.ts',
      edits: [{ from: "    child.once('exit', (code, signal)", to: "    child.once('close', (code, signal)" }],
      suites: ['tests/integration/hostile-children.test.ts'],
    },
  ],
  'other-user-files': [
    {
      removes: 'the check of the folders above a participant',
      file: 'src/kernel/private-folder.ts',
      edits: [
        { from: 'if ((found.mode & (isOwnGroup ? ALL_WRITE : OTHERS_WRITE)) !== 0) {', to: 'if (found.mode < 0) {' },
      ],
      suites: ['tests/unit/kernel/private-folder.test.ts', 'tests/integration/other-user.test.ts'],
      builds: 'neither',
    },
    {
      removes: 'the check of who could have written a code cache',
      file: 'src/bin/load-bundle.ts',
      edits: [{ from: '(found.mode & OTHERS_WRITE) === 0', to: 'found.mode > 0' }],
      suites: ['tests/integration/hooks/code-cache.test.ts'],
    },
  ],
  'hostile-requests': [
    {
      removes: 'the wall around the project',
      file: `${PROJECT}/allowed-paths.ts`,
      edits: [
        {
          from: "if (!realPath.startsWith(allowed.root + sep)) return { kind: 'outside' };",
          to: "if (!realPath.startsWith(allowed.root + sep)) return { kind: 'inside', path: realPath };",
        },
      ],
      suites: HOSTILE,
    },
    {
      removes: 'the list of secret names',
      file: `${PROJECT}/deny-list.ts`,
      edits: [{ from: 'if (given.some(isSecretName)) return true;', to: '' }],
      suites: HOSTILE,
    },
    {
      removes: 'the search for secrets in what is read',
      file: `${EVIDENCE}/tools/read-file.ts`,
      edits: [
        { from: 'showLines(await context.redact(decodeText(bytes), file.path), ', to: 'showLines(decodeText(bytes), ' },
      ],
      suites: HOSTILE,
    },
    {
      removes: 'the difference between a request and one that is quoted',
      file: `${EVIDENCE}/parse-tool-requests.ts`,
      edits: [{ from: '  if (fenced.hasOtherText) return;\n', to: '' }],
      suites: ['tests/integration/evidence-hostile/answers.test.ts'],
    },
  ],
};
