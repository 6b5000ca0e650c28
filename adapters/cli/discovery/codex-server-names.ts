import { homedir } from 'node:os';
import { join } from 'node:path';
import { failure, type Result, success } from '../../../src/kernel/result.js';
import type { Environment } from '../run/cli-tool.js';
import { readSmallFile } from './read-small-file.js';
import { tomlKeys } from './toml-keys.js';

/**
 * The MCP servers in the user's own codex configuration. They are switched off for a participant one by one: codex has
 * no option for all of them, and ignoring the file would lose the user's provider too. One of them may be Witan, so
 * a configuration that cannot be read is a failure, in a sentence, and never "no servers".
 */
export async function codexServerNames(environment: Environment): Promise<Result<readonly string[], string>> {
  const home = environment.CODEX_HOME || join(environment.HOME ?? homedir(), '.codex');
  const file = join(home, 'config.toml');
  const content = await readSmallFile(file);
  if (!content.ok) {
    return content.error === 'missing' ? success([]) : failure(`${file} ${content.error}; its MCP servers are unknown`);
  }
  const keys = tomlKeys(content.value);
  if (keys !== undefined) return success(serversIn(keys));
  // A key may also be spelled with escapes.
  if (!/mcp_servers|\\[uUx]/.test(content.value)) return success([]);
  return failure(
    `${file} names MCP servers (mcp_servers) in a way that cannot be read; correct it or run \`codex\` once`,
  );
}

function serversIn(keys: readonly (readonly string[])[]): string[] {
  const names = keys.flatMap(([table, name]) => (table === 'mcp_servers' && name !== undefined ? [name] : []));
  return [...new Set(names)];
}
