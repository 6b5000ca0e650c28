import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { onTestFinished } from 'vitest';
import type { Journal } from '../../src/journal/index.js';
import { redactingJournal } from '../../src/journal/redacting-journal.js';
import type { Logger, LogLevel } from '../../src/kernel/logger.js';
import type { Learning } from '../../src/learning/index.js';
import { createCatchUp } from '../../src/learning/index.js';
import { createClientSession, createMcpServer, journalTools, learningTools } from '../../src/mcp/index.js';
import { lazyLearning } from '../../src/program/open-learning.js';
import { createRedactor } from '../../src/redaction/index.js';
import type { Semantics } from '../../src/semantics/index.js';
import { journalIn } from './journal-fixture.js';
import { knownDatabases } from './known-databases.js';
import { scratchFolder } from './scratch-folder.js';

export interface GhapClient {
  readonly journal: Journal;
  readonly project: string;
  readonly journalFolder: string;
  readonly log: readonly { level: LogLevel; event: string; details: Record<string, unknown> }[];
  readonly learning: () => Promise<Learning>;
  readonly call: (name: string, input?: Record<string, unknown>) => Promise<Record<string, unknown>>;
  /** What is refused: the type and the message. */
  readonly refusal: (name: string, input?: Record<string, unknown>) => Promise<{ type: string; message: string }>;
}

/** By which a hook knows the client's session. */
export const CLAUDE_SESSION_ID = 'claude-session';

export interface GhapClientOptions {
  readonly semantics: () => Promise<Semantics>;
  readonly project?: string;
  readonly secretValues?: readonly string[];
  readonly minExperiences?: number;
}

/** A real client and the tools over a real journal and a real database, joined without a process. */
export async function connectGhap(options: GhapClientOptions): Promise<GhapClient> {
  const { semantics, secretValues = [], minExperiences = 20 } = options;
  const project = options.project ?? scratchFolder('project');
  const log: { level: LogLevel; event: string; details: Record<string, unknown> }[] = [];
  const logger: Logger = { log: (level, event, details = {}) => void log.push({ level, event, details }) };
  const redactor = createRedactor({ secretValues });
  const { journal: plain, folder } = journalIn({
    folder: path.join(project, '.claude', 'journal'),
    claudeSessionId: CLAUDE_SESSION_ID,
    logger,
  });
  const redact = (text: string) => redactor.redact(text);
  const journal = redactingJournal(plain, { folder, projectFolder: project, redact });
  const learning = lazyLearning({
    settings: {
      learning: { minExperiences, minClusterSize: 'auto', minSamples: 'auto' },
      storage: { dataFolder: path.join(project, '.witan'), transcriptsFolder: project, journalFolder: folder },
    },
    semantics,
    journal,
    redactor,
    known: knownDatabases(),
    storeValues: async () => undefined,
    logger,
  });
  onTestFinished(() => learning.close());
  const program = {
    ...{ journal, redactor, entries: learning.entries, learning: learning.open },
    catchUp: createCatchUp({ journal, learning, logger }),
    shareSettings: async () => undefined,
  };
  const session = createClientSession(async () => program, logger);
  const server = createMcpServer({
    name: 'witan',
    version: '0.0.0',
    instructions: '',
    tools: [...journalTools(session.open), ...learningTools(async () => program)],
    logger,
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await Promise.all([client.connect(clientSide), server.protocol.connect(serverSide)]);
  const ask = async (name: string, input: Record<string, unknown> = {}) => {
    const { isError, structuredContent } = await client.callTool({ name, arguments: input });
    return { isError: isError === true, content: structuredContent as Record<string, unknown> };
  };
  return {
    journal,
    project,
    journalFolder: folder,
    log,
    learning: learning.open,
    async call(name, input) {
      const { isError, content } = await ask(name, input);
      if (isError) throw new Error(`${name} was refused: ${JSON.stringify(content)}`);
      return content;
    },
    async refusal(name, input) {
      const { isError, content } = await ask(name, input);
      if (!isError) throw new Error(`${name} was not refused: ${JSON.stringify(content)}`);
      return content.error as { type: string; message: string };
    },
  };
}
