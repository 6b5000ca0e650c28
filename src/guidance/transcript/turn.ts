/** One message of a conversation, reduced to what lessons need. */
export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** Of the message; a session that was forked off keeps those of the messages it took over. */
  readonly uuid?: string;
  /** The text came as a tool's result. */
  readonly isToolResult?: boolean;
  readonly isMeta?: boolean;
  readonly isSidechain?: boolean;
  readonly isCompactSummary?: boolean;
}
