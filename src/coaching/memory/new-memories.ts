import type { Clock } from '../../kernel/clock.js';
import type { AddMemories, Memory } from './memory-store.js';

export interface NewMemoriesContext {
  readonly clock: Clock;
  /** Takes secrets out of a text. */
  readonly redact: (text: string) => Promise<string>;
}

/** As they are stored: without secrets, with an id that is the same if the session is summarized again. */
export function newMemories({ clock, redact }: NewMemoriesContext, request: AddMemories): Promise<Memory[]> {
  const { sessionId, project } = request;
  const created_at = clock.now().toISOString();
  return Promise.all(
    request.memories.map(async ({ content, tags, importance }, index) => ({
      id: `mem_${sessionId}_${index}`,
      content: await redact(content),
      metadata: { session_id: sessionId, project, created_at, importance, tags: await redact(joinTags(tags)) },
    })),
  );
}

/** A comma inside a tag would make two tags of it. */
function joinTags(tags: readonly string[]): string {
  return tags
    .map((tag) => tag.replaceAll(',', ' ').replace(/\s+/g, ' ').trim())
    .filter((tag) => tag !== '')
    .join(',');
}
