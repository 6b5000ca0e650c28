import { homedir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { isRecord } from '../../../src/kernel/is-record.js';
import { failure, type Result, success } from '../../../src/kernel/result.js';
import type { Environment } from '../run/cli-tool.js';
import { readSmallFile } from './read-small-file.js';

/**
 * The MCP servers in the user's codex configuration. Each is disabled for a participant: codex has no option for all of
 * them, and without the file the user's provider would be missing. One server may be Witan, so a configuration that
 * cannot be read is a failure, never "no servers".
 */
export async function codexServerNames(environment: Environment): Promise<Result<readonly string[], string>> {
  const home = environment.CODEX_HOME || join(environment.HOME ?? homedir(), '.codex');
  const file = join(home, 'config.toml');
  const content = await readSmallFile(file);
  if (!content.ok) {
    return content.error === 'missing' ? success([]) : failure(`${file} ${content.error}; its MCP servers are unknown`);
  }
  try {
    const servers = parse(content.value, { integersAsBigInt: 'asNeeded' }).mcp_servers;
    return success(isRecord(servers) ? Object.keys(servers) : []);
  } catch {
    // A key may also be written with escapes.
    if (!/mcp_servers|\\[uUx]/.test(content.value)) return success([]);
    return failure(
      `${file} names MCP servers (mcp_servers) in a way that cannot be read; correct it or run \`codex\` once`,
    );
  }
}
