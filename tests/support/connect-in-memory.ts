import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { Logger } from '../../src/kernel/logger.js';
import { silentLogger } from '../../src/kernel/logger.js';
import { councilTools, createMcpServer, INSTRUCTIONS, type McpServer, type Open } from '../../src/mcp/index.js';
import type { CouncilProgram } from '../../src/mcp/tools/council/deliberate.js';

/** A real client and our server, joined without a process. */
export async function connectInMemory(
  { open }: { readonly open: Open<CouncilProgram> },
  logger: Logger = silentLogger,
): Promise<{ client: Client; server: McpServer }> {
  const server = createMcpServer({
    name: 'witan',
    version: '0.0.0',
    instructions: INSTRUCTIONS,
    tools: councilTools(open),
    logger,
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await Promise.all([client.connect(clientSide), server.protocol.connect(serverSide)]);
  return { client, server };
}
