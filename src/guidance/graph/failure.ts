/** Why knowledge was not changed; the message is one line with cause and fix. */
export type KnowledgeFailure =
  | { readonly kind: 'not_found'; readonly message: string }
  | { readonly kind: 'invalid'; readonly message: string }
  | { readonly kind: 'busy'; readonly message: string }
  | NodeConflict
  | { readonly kind: 'unreadable'; readonly message: string }
  | { readonly kind: 'unwritable'; readonly message: string };

/** The node is not the one that the caller saw: another process changed it since. */
interface NodeConflict {
  readonly kind: 'conflict';
  readonly message: string;
  readonly details: {
    /** What the change would have made of the node as it is now; empty if it would have been deleted. */
    readonly yours: string;
    readonly stored: string;
    /** Of what is stored: a caller that expects it makes the change. */
    readonly hash: string;
  };
}

/** Another node of the graph has this id. A pull may have added it: what a person says of one must not count for the other. */
export function ambiguous({ id, graph }: { readonly id: string; readonly graph: string }): KnowledgeFailure {
  const message = `${id} is the id of two items in ${graph}; correct the file first, nothing was changed.`;
  return { kind: 'unreadable', message };
}
