/** What of the system the sandbox shows, read-only: the programs and their libraries, and nothing else. */
export interface SystemFolders {
  readonly bound: readonly string[];
  /** `/bin -> usr/bin` and the like, made again as links. */
  readonly links: readonly { readonly path: string; readonly target: string }[];
}

/**
 * The arguments of bwrap. The sandbox has no network, no processes but its own, no privileges, no environment, no
 * terminal, and no files but the system's programs: of the project it has what is written to its standard input.
 */
export function sandboxArguments(system: SystemFolders, command: readonly string[]): string[] {
  return [
    '--unshare-all',
    '--die-with-parent',
    '--new-session',
    '--clearenv',
    ...['--setenv', 'LC_ALL', 'C', '--setenv', 'PATH', '/usr/bin:/bin'],
    ...['--cap-drop', 'ALL'],
    ...system.bound.flatMap((folder) => ['--ro-bind', folder, folder]),
    ...system.links.flatMap(({ path, target }) => ['--symlink', target, path]),
    ...['--chdir', '/'],
    '--',
    ...command,
  ];
}
