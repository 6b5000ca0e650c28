import type { ToPage } from './protocol/to-page.js';

export { TO_PAGE, type ToPage } from './protocol/to-page.js';
export { TO_SERVER, type ToServer } from './protocol/to-server.js';

/** One message in either direction. `id` of an answer is that of the question. */
interface WebSocketMessage<Type extends string = string, Payload = unknown> {
  readonly type: Type;
  readonly payload: Payload;
  readonly id?: string | undefined;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
}

/** A message that the server sends, with the payload of its type. */
export type PageMessage = { [Type in keyof ToPage]: WebSocketMessage<Type, ToPage[Type]> }[keyof ToPage];
