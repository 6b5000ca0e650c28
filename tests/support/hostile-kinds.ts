/** How each kind misbehaves (a shell or Node program; $0 or the first argument is its marker) and how it must end. */
export interface HostileKind {
  readonly does: string;
  readonly shell?: string;
  readonly node?: string;
  /** Where such a one can be found at all. */
  readonly onlyOn?: NodeJS.Platform;
  readonly ends: 'ok' | 'exited' | 'timeout' | 'output_too_large';
}

// Whatever lingers must carry the marker in its own arguments, or a survivor would not be noticed.
const LINGER = `sh -c 'while :; do sleep 0.2; done' "$0"`;
const STUBBORN = `sh -c 'trap "" TERM HUP INT; while :; do sleep 0.2; done' "$0"`;

const KINDS: readonly HostileKind[] = [
  { does: 'sleeps forever', shell: 'while :; do sleep 0.2; done', ends: 'timeout' },
  { does: 'ignores TERM', shell: 'trap "" TERM HUP INT; while :; do sleep 0.2; done', ends: 'timeout' },
  { does: 'forks, holds the pipe and exits', shell: `${LINGER} & echo done`, ends: 'ok' },
  { does: 'forks a child that ignores TERM and exits', shell: `${STUBBORN} & echo done`, ends: 'ok' },
  { does: 'forks twice and exits', shell: `( ${LINGER} & ) ; ( ( ${STUBBORN} & ) & ) ; echo done`, ends: 'ok' },
  { does: 'forks twice and fails', shell: `( ( ${LINGER} & ) & ) ; exit 7`, ends: 'exited' },
  {
    does: 'forks into a session of its own and exits',
    shell: `setsid ${STUBBORN} & echo done`,
    ends: 'ok',
    onlyOn: 'linux',
  },
  {
    does: 'forks into a session of its own and stays',
    shell: `setsid ${STUBBORN} & ${LINGER}`,
    ends: 'timeout',
    onlyOn: 'linux',
  },
  { does: 'forks and waits for a stubborn child', shell: `${STUBBORN} & wait`, ends: 'timeout' },
  { does: 'floods standard output', shell: 'yes "$0"', ends: 'output_too_large' },
  { does: 'floods standard output and ignores TERM', shell: 'trap "" TERM; yes "$0"', ends: 'output_too_large' },
  { does: 'floods standard error', shell: 'yes "$0" >&2', ends: 'timeout' },
  { does: 'exits immediately without reading', shell: 'exit 0', ends: 'ok' },
  { does: 'fails immediately without reading', shell: 'exit 3', ends: 'exited' },
  { does: 'closes its input and output and stays', shell: `exec <&- >&- 2>&-; ${LINGER}`, ends: 'timeout' },
  { does: 'prints half a JSON', shell: `printf '{"result": "unfini'`, ends: 'ok' },
  { does: 'prints half a JSON and hangs', shell: `printf '{"result":'; ${LINGER}`, ends: 'timeout' },
  { does: 'never reads its input', shell: `${LINGER}`, ends: 'timeout' },
  { does: 'prints NUL and bytes that are no text', shell: `printf 'a\\000b\\377\\376c'`, ends: 'ok' },
  { does: 'kills itself', shell: 'kill -9 $$', ends: 'exited' },
  { does: 'kills its whole group', shell: 'kill -9 0', ends: 'exited' },
  { does: 'stops itself', shell: 'kill -STOP $$; while :; do sleep 0.2; done', ends: 'timeout' },
  { does: 'writes one byte now and then, forever', shell: 'while :; do printf x; sleep 0.05; done', ends: 'timeout' },
  { does: 'writes one endless line', shell: 'cat /dev/zero "$0"', ends: 'output_too_large' },
  { does: 'throws', node: 'process.stdin.resume(); throw new Error("hostile")', ends: 'exited' },
  {
    does: 'handles TERM by working on',
    node: 'process.on("SIGTERM", () => {}); setInterval(() => {}, 50)',
    ends: 'timeout',
  },
  {
    does: 'spawns again whenever it is asked to end',
    node: `const again = () => require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 50)', process.argv[1]]);
      process.on('SIGTERM', again); again(); setInterval(() => {}, 50)`,
    ends: 'timeout',
  },
];

export const HOSTILE_KINDS = KINDS.filter(({ onlyOn }) => onlyOn === undefined || onlyOn === process.platform);

/** The program as a command with arguments; the marker stands among them. */
export function hostileCommand(kind: Pick<HostileKind, 'shell' | 'node'>, marker: string): [string, string[]] {
  if (kind.node !== undefined) return [process.execPath, ['-e', kind.node, marker]];
  return ['sh', ['-c', kind.shell ?? '', marker]];
}
