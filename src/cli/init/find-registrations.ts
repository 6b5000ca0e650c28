import type { ServerCommand } from '../ports.js';
import { type Scope, serverList } from './claude-code-edits.js';
import type { ClaudeCodeFiles } from './claude-code-files.js';
import { registeredHooks } from './hook-registration.js';
import { type ClientFile, followLinks, readClientFile } from './read-client-file.js';
import { foreignKeys, registeredCommand } from './registration.js';

/** What Claude Code finds of Witan in the files of one scope. */
export interface FoundRegistration {
  readonly scope: Scope;
  readonly hooksFile: ClientFile;
  /** Our entries by event. */
  readonly hooks: ReadonlyMap<string, unknown>;
  readonly serverFile: ClientFile;
  readonly server: ServerCommand | undefined;
  /** Keys of the server's entry that `init` does not write. */
  readonly foreignKeys: readonly string[];
}

/** Rejects with a `UserError` for a file that cannot be read. */
export async function findRegistrations(files: ClaudeCodeFiles): Promise<FoundRegistration[]> {
  const settings = { local: files.localSettings, user: files.userSettings, team: files.teamSettings };
  const found = (['local', 'user', 'team'] as const).map(async (scope) => {
    const hooksFile = settings[scope];
    const serverFile = scope === 'team' ? files.teamServers : files.state;
    const servers = await textOf(serverFile, scope !== 'team');
    const list = serverList(scope, files);
    return {
      scope,
      hooksFile,
      hooks: registeredHooks(await textOf(hooksFile, scope === 'user'), hooksFile.shown),
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
