import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../run/cli-tool.js';

/**
 * The MCP servers in the user's own codex configuration. They are switched off for a participant one by one: codex has
 * no option for all of them, and ignoring the file would lose the user's provider too. One of them may be Witan.
 */
export async function codexServerNames(environment: Environment): Promise<readonly string[]> {
  const home = environment.CODEX_HOME ?? join(environment.HOME ?? homedir(), '.codex');
  const text = await readFile(join(home, 'config.toml'), 'utf8').catch(() => '');
  const headings = text.matchAll(/^[ \t]*\[mcp_servers\.(?:"([A-Za-z0-9_-]+)"|([A-Za-z0-9_-]+))[.\]]/gm);
  return [...new Set([...headings].map(([, quoted, bare]) => quoted ?? bare ?? ''))].filter((name) => name !== '');
}
