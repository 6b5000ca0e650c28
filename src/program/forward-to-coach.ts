import type { Logger } from '../kernel/logger.js';
import { openOnce } from '../kernel/open-once.js';
import { coachingTools, type Tool } from '../mcp/index.js';

interface ForwardOptions {
  readonly projectFolder: string;
  readonly logger: Logger;
  /** Called when a coach has begun or ended: the list of tools is another one. */
  readonly changed: () => void;
}

/** The tools of the coach, as far as `witan serve` is concerned: the process of the coach runs them. */
export interface ForwardedTools {
  readonly tools: readonly Tool[];
  close(): Promise<void>;
}

/** They are listed while a coach runs for the project. Nothing is loaded before the client asks for the list. */
export function forwardToCoach({ projectFolder, logger, changed }: ForwardOptions): ForwardedTools {
  const { open, opened } = openOnce(async () => {
    const { followCoach } = await import('../http/follow-coach.js');
    return followCoach({ projectFolder, logger, changed });
  });
  const definitions = coachingTools(() => Promise.reject(new Error('the tools of the coach run in its own process')));
  return {
    tools: definitions.map((tool) => ({
      ...tool,
      isListed: async () => (await open()).isRunning(),
      call: async (rawArguments, call) => (await open()).callTool({ name: tool.name, rawArguments }, call),
    })),
    close: async () => (await opened())?.close(),
  };
}
