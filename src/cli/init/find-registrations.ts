import type { Scope, ServerCommand } from '../shell.js';
import { hooksFile, serverList, serversFile } from './claude-code-edits.js';
import type { ClaudeCodeFiles } from './claude-code-files.js';
import { registeredHooks, registeredMatchers } from './hook-registration.js';
import { type ClientFile, followLinks, readClientFile } from './read-client-file.js';
import { deniedRules } from './read-rules.js';
import { foreignKeys, registeredCommand } from './registration.js';

/** What Claude Code finds of Witan in the files of one scope. */
export interface FoundRegistration {
  readonly scope: Scope;
  readonly hooksFile: ClientFile;
  /** Our entries by event. */
  readonly hooks: ReadonlyMap<string, unknown>;
  /** The tools that they are asked about, by event. */
  readonly matchers: ReadonlyMap<string, unknown>;
  /** What Claude Code may not do, by anyone's rules. */
  readonly deniedRules: readonly unknown[];
  readonly serverFile: ClientFile;
  readonly server: ServerCommand | undefined;
  /** Keys of the server's entry that `init` does not write. */
  readonly foreignKeys: readonly string[];
}

/** Rejects with a `UserError` for a file that cannot be read. */
export async function findRegistrations(files: ClaudeCodeFiles): Promise<FoundRegistration[]> {
  const found = (['local', 'user', 'team'] as const).map(async (scope) => {
    const settings = hooksFile(scope, files);
    const serverFile = serversFile(scope, files);
    const servers = await textOf(serverFile, scope !== 'team');
    const list = serverList(scope, files);
    const hooks = await textOf(settings, scope === 'user');
    return {
      scope,
      hooksFile: settings,
      hooks: registeredHooks(hooks, settings.shown),
      matchers: registeredMatchers(hooks, settings.shown),
      deniedRules: deniedRules(hooks, settings.shown),
      serverFile,
      server: registeredCommand(servers, list),
      foreignKeys: foreignKeys(servers, list),
    };
  });
  return Promise.all(found);
}

async function textOf({ file, shown }: ClientFile, mayBeLink: boolean): Promise<string> {
  const real = mayBeLink ? await followLinks(file) : file;
  return (await readClientFile({ file: real, shown }))?.text ?? '';
}
