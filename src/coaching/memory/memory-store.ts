/** What the coach remembers across sessions and projects. No method throws because a store is out of reach. */
export interface MemoryStore {
  /** `added` counts what is stored and can be found now. */
  addMemories(request: AddMemories): Promise<{ readonly added: number }>;
  /** The nearest first, each cut to `MAX_MEMORY_LENGTH`: they go into prompts. */
  queryMemories(query: MemoryQuery): Promise<readonly MemoryResult[]>;
  isMemoryAvailable(): Promise<boolean>;
  /** All of them, the oldest first. */
  exportMemories(): Promise<readonly Memory[]>;
  /** Those of a session, or all. Returns how many there were. */
  forgetMemories(filter: { readonly sessionId?: string }): Promise<{ readonly forgotten: number }>;
  close(): Promise<void>;
}

export interface AddMemories {
  readonly memories: readonly MemoryInput[];
  readonly sessionId: string;
  readonly project: string;
}

export interface MemoryInput {
  readonly content: string;
  readonly tags: readonly string[];
  readonly importance: 'high' | 'medium' | 'low';
}

interface MemoryQuery {
  readonly queryText: string;
  /** `DEFAULT_RESULTS` unless given. */
  readonly nResults?: number;
  /** Without it, memories of all projects. */
  readonly project?: string;
}

export interface MemoryMetadata {
  readonly session_id: string;
  readonly project: string;
  /** ISO 8601. */
  readonly created_at: string;
  readonly importance: string;
  /** Separated by commas. */
  readonly tags: string;
}

export interface Memory {
  /** `mem_{sessionId}_{index}` */
  readonly id: string;
  readonly content: string;
  readonly metadata: MemoryMetadata;
}

export interface MemoryResult extends Memory {
  /** Lower is more similar. */
  readonly distance: number;
}

export const DEFAULT_RESULTS = 10;

/** One or two sentences need less. */
export const MAX_MEMORY_LENGTH = 2_000;
