import { EVIDENCE, type Guard, MISSED_BY } from './guard.js';

/** What may be run, and what a program has in its sandbox. */
export const PROGRAMS: readonly Guard[] = [
  {
    name: 'the sandbox has no files but programs',
    file: `${EVIDENCE}/sandbox/sandbox-arguments.ts`,
    from: "...['--cap-drop', 'ALL'],",
    to: "...['--cap-drop', 'ALL', '--ro-bind', '/etc', '/etc'],",
    missedBy: MISSED_BY.sandbox,
    needsSandbox: true,
  },
  {
    name: 'the sandbox has no environment',
    file: `${EVIDENCE}/sandbox/sandbox-arguments.ts`,
    from: "'--clearenv',",
    to: '',
    missedBy: MISSED_BY.sandbox,
    needsSandbox: true,
  },
  {
    name: 'the sandbox shares no namespace',
    file: `${EVIDENCE}/sandbox/sandbox-arguments.ts`,
    from: "'--unshare-all',",
    to: '',
    missedBy: MISSED_BY.sandbox,
    needsSandbox: true,
  },
  {
    name: 'programs do not come from the project or through a link into it',
    file: `${EVIDENCE}/search/find-program-outside.ts`,
    from: 'if (real !== undefined && !real.startsWith(top + sep)) return real;',
    to: 'if (program !== undefined && real !== undefined && !program.startsWith(root + sep)) return real;',
    missedBy: MISSED_BY.ripgrep,
  },
  {
    name: 'texts for ripgrep are no flags',
    file: `${EVIDENCE}/search/ripgrep.ts`,
    from: "flatMap((text) => ['-e', text])",
    to: 'flatMap((text) => [text])',
    missedBy: MISSED_BY.ripgrep,
  },
  {
    name: "the sandbox is started by the system's program",
    file: `${EVIDENCE}/sandbox/find-system-program.ts`,
    from: "const SYSTEM_PATH = '/usr/bin:/bin';",
    to: "const SYSTEM_PATH = process.env.PATH ?? '';",
    also: {
      from: 'SYSTEM_TREES.some((tree) => real.startsWith(tree))',
      to: 'SYSTEM_TREES.length > 0 && real !== undefined',
    },
    missedBy: MISSED_BY.sandbox,
  },
];
