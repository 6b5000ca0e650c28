/** A call that is about to be made, as the hook is told of it. */
export interface ToolCall {
  readonly sessionId: string;
  readonly toolUseId: string;
  readonly toolName: string;
  readonly toolInput: Readonly<Record<string, unknown>>;
  /** Where relative paths start. */
  readonly cwd: string;
  readonly projectFolder: string;
  /** A path without links; without it paths are taken as they are written. */
  readonly realPath?: (path: string) => string;
  /** Texts of the last messages, oldest first. */
  readonly recentMessages: readonly string[];
}
