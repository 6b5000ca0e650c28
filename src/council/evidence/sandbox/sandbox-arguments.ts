/** What of the system the sandbox shows, read-only: the programs and their libraries, and nothing else. */
export interface SystemFolders {
  readonly bound: readonly string[];
  /** `/bin -> usr/bin` and the like, made again as links. */
  readonly links: readonly { readonly path: string; readonly target: string }[];
}

/**
 * The arguments of bwrap. The sandbox has no network, no processes but its own, no privileges, no environment, no
 * terminal, and no files beyond the system's programs and, where asked for, the project's folder, read-only: a link
 * that leads out of the project leads to nothing there.
 */
export function sandboxArguments(
  system: SystemFolders,
  command: readonly string[],
  projectRoot: string | undefined,
): string[] {
  return [
    '--unshare-all',
    '--die-with-parent',
    '--new-session',
    '--clearenv',
    ...['--setenv', 'LC_ALL', 'C', '--setenv', 'TZ', 'UTC0', '--setenv', 'PATH', '/usr/bin:/bin'],
    ...['--cap-drop', 'ALL'],
    ...system.bound.flatMap((folder) => ['--ro-bind', folder, folder]),
    ...system.links.flatMap(({ path, target }) => ['--symlink', target, path]),
    // Checked descriptors are opened through it; it shows the processes of the sandbox only.
    ...['--proc', '/proc'],
    ...(projectRoot === undefined ? ['--chdir', '/'] : ['--ro-bind', projectRoot, projectRoot, '--chdir', projectRoot]),
    '--',
    ...command,
  ];
}
