/**
 * One guard of the evidence tools and how to switch it off. `scripts/remove-guards.mjs` does that in a copy, one at a
 * time, and expects the tests to fail: a guard that nothing misses is either not tested or not needed.
 */
export interface Guard {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** Where the same thing is looked at twice, before and after opening, both looks are taken away. */
  readonly also?: { readonly from: string; readonly to: string };
  /** The tests that must miss it, below tests/. */
  readonly missedBy: string;
  /** Only a sandbox can miss it. */
  readonly needsSandbox?: boolean;
}

const EVIDENCE = 'src/council/evidence';
const HOSTILE = 'integration/evidence-hostile/hostile.test.ts';
const RACES = 'integration/evidence-hostile/races.test.ts';
const ANSWERS = 'integration/evidence-hostile/answers.test.ts';
const SANDBOX = 'unit/council/evidence/sandbox';

export const GUARDS: readonly Guard[] = [
  {
    name: 'long flags are written in full and are in the list',
    file: `${EVIDENCE}/commands/read-flags.ts`,
    from: 'known.find((candidate) => candidate.long === long)',
    to: '(known.find((candidate) => candidate.long?.startsWith(long)) ?? known[0])',
    missedBy: HOSTILE,
  },
  {
    name: 'short flags are in the list',
    file: `${EVIDENCE}/commands/read-flags.ts`,
    from: 'if (flag === undefined) {',
    to: 'if (flag === undefined) continue;\n    if (flag === undefined) {',
    missedBy: HOSTILE,
  },
  {
    name: 'find knows only tests that look',
    file: `${EVIDENCE}/commands/find/read-test.ts`,
    from: 'if (read === undefined) return failure(unknown(word));',
    to: "if (read === undefined) return success({ test: { kind: 'always' }, takesValue: false });",
    missedBy: HOSTILE,
  },
  {
    name: 'a line with shell syntax is refused',
    file: `${EVIDENCE}/commands/split-words.ts`,
    from: '} else if (NEEDS_SHELL.has(letter)) return failure(needsShell(letter));',
    to: '}',
    missedBy: HOSTILE,
  },
  {
    name: 'only six commands exist',
    file: `${EVIDENCE}/tools/run-command.ts`,
    from: 'if (command === undefined) return failure(unknownCommand(name));',
    to: 'if (command === undefined) return success("done");',
    missedBy: HOSTILE,
  },
  {
    name: 'arguments are checked by their schema',
    file: `${EVIDENCE}/prepare-request.ts`,
    from: 'if (parsed.success) return',
    to: 'if (!parsed.success) return success({ tool, given: request.arguments });\n  if (parsed.success) return',
    missedBy: HOSTILE,
  },
  {
    name: 'a path stays below the root',
    file: `${EVIDENCE}/confinement/walls.ts`,
    from: "if (!realPath.startsWith(walls.root + sep)) return { kind: 'outside' };",
    to: "if (!realPath.startsWith(walls.root + sep)) return { kind: 'inside', path: realPath };",
    missedBy: HOSTILE,
  },
  {
    name: 'secrets are denied',
    file: `${EVIDENCE}/confinement/deny-list.ts`,
    from: 'if (given.some(isSecretName)) return true;',
    to: '',
    missedBy: HOSTILE,
  },
  {
    name: 'names are compared in all their spellings',
    file: `${EVIDENCE}/confinement/deny-list.ts`,
    from: 'test(comparableName(name))',
    to: 'test(name)',
    missedBy: HOSTILE,
  },
  {
    name: 'the folders of the program are hidden',
    file: `${EVIDENCE}/confinement/walls.ts`,
    from: ' || walls.ownFolders.holds(realPath)',
    to: '',
    missedBy: 'unit/council/evidence',
  },
  {
    name: 'the descriptor is judged after opening',
    file: `${EVIDENCE}/confinement/open-checked-file.ts`,
    from: 'const place = placeOf(real, walls);\n  if (real === undefined || ',
    to: "const place = real === undefined || placeOf(real, walls).kind !== 'x' ? ({ kind: 'inside', path: written } as ReturnType<typeof placeOf>) : placeOf(real, walls);\n  if (real === undefined || ",
    missedBy: RACES,
  },
  {
    name: 'only regular files are opened',
    file: `${EVIDENCE}/confinement/open-checked-file.ts`,
    from: 'if (!stats.isSymbolicLink()) return failure(notRegular(written));',
    to: 'if (!stats.isSymbolicLink()) return success(direct);',
    also: { from: 'if (!stats.isFile()) return failure(notRegular(written));', to: '' },
    missedBy: HOSTILE,
  },
  {
    name: 'paths with unseen characters are refused',
    file: `${EVIDENCE}/confinement/path-text.ts`,
    from: 'if (hasInvisibleCharacters(written))',
    to: 'if (written === "never")',
    missedBy: HOSTILE,
  },
  {
    name: 'whole files are shown up to a size',
    file: `${EVIDENCE}/commands/read-operands.ts`,
    from: 'if (file.size <= maxBytes) return success(await file.read(maxBytes));',
    to: 'if (file.size > 0) return success(await file.read(file.size));',
    missedBy: 'unit/council/evidence/commands',
  },
  {
    name: 'a pattern may not grow without end',
    file: `${EVIDENCE}/commands/regex/parse-patterns.ts`,
    from: 'if (patternSize(pattern) > LARGEST_PATTERN) {',
    to: 'if (pattern === undefined) {',
    missedBy: 'unit/council/evidence/commands',
  },
  {
    name: 'quoted and copied requests are not run',
    file: `${EVIDENCE}/choose-requests.ts`,
    from: '!isCopied(key, entry)',
    to: "key !== '' && isCopied !== undefined && entry !== undefined",
    missedBy: ANSWERS,
  },
  {
    name: 'an answer gets only so many requests run',
    file: `${EVIDENCE}/choose-requests.ts`,
    from: 'own.slice(0, most)',
    to: 'own.slice(0, most * 10)',
    missedBy: ANSWERS,
  },
  {
    name: 'the sandbox has no files but programs and the project',
    file: `${EVIDENCE}/sandbox/sandbox-arguments.ts`,
    from: "...['--cap-drop', 'ALL'],",
    to: "...['--cap-drop', 'ALL', '--ro-bind', '/etc', '/etc'],",
    missedBy: SANDBOX,
    needsSandbox: true,
  },
  {
    name: 'the sandbox has no environment',
    file: `${EVIDENCE}/sandbox/sandbox-arguments.ts`,
    from: "'--clearenv',",
    to: '',
    missedBy: SANDBOX,
    needsSandbox: true,
  },
  {
    name: 'the project is read-only in the sandbox',
    file: `${EVIDENCE}/sandbox/sandbox-arguments.ts`,
    from: "['--ro-bind', projectRoot, projectRoot,",
    to: "['--bind', projectRoot, projectRoot,",
    missedBy: SANDBOX,
    needsSandbox: true,
  },
  {
    name: 'the sandbox shares no namespace',
    file: `${EVIDENCE}/sandbox/sandbox-arguments.ts`,
    from: "'--unshare-all',",
    to: '',
    missedBy: SANDBOX,
    needsSandbox: true,
  },
];
