/** Why knowledge was not changed; the message is one line with cause and fix. */
export type KnowledgeFailure =
  | { readonly kind: 'not_found'; readonly message: string }
  | { readonly kind: 'invalid'; readonly message: string }
  | { readonly kind: 'busy'; readonly message: string }
  | { readonly kind: 'unreadable'; readonly message: string }
  | { readonly kind: 'unwritable'; readonly message: string };
