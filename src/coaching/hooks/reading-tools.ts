/**
 * Whether a tool of an MCP server only reads. A hook does not see how a server describes its tools, so the name decides:
 * ours pass, and others if their name begins with a verb of reading and has none of changing.
 */
export function isReadingTool(toolName: string): boolean {
  if (OWN_READERS.has(toolName)) return true;
  const [, server = '', tool = ''] = /^mcp__(.+?)__(.+)$/.exec(toolName) ?? [];
  if (OWN_SERVERS.has(server)) return true;
  const [first = '', ...rest] = tool
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
  return READING.has(first) && !rest.some((word) => CHANGING.has(word));
}

/** Of Claude Code itself, should a person have the hook asked about them. */
const OWN_READERS = new Set(['Read', 'Grep', 'Glob', 'LS', 'NotebookRead']);
const OWN_SERVERS = new Set(['witan', 'plugin_witan_witan', 'witan-coach']);
const READING = new Set(
  'get list read search find fetch show view describe count check lookup inspect explain resolve status browse'.split(
    ' ',
  ),
);
const CHANGING = new Set(
  'write edit update create delete remove replace rename move apply set insert patch save fix format run execute and'.split(
    ' ',
  ),
);
