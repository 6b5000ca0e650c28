import type { CoachPage } from '../../../coaching/index.js';
import type { Connection } from '../connections.js';
import type { ToPage, ToServer } from '../protocol.js';

export interface HandlerContext {
  readonly coach: CoachPage;
  readonly status: () => ToPage['coach:status'];
  /** The page that sent the message. */
  readonly connection: Connection;
  /** To this page, as the answer to its message. */
  readonly reply: <Type extends keyof ToPage>(type: Type, payload: ToPage[Type]) => void;
  /** To all pages; for this one it is the answer. */
  readonly broadcast: <Type extends keyof ToPage>(type: Type, payload: ToPage[Type]) => void;
}

export type Handler<Type extends keyof ToServer> = (payload: ToServer[Type], context: HandlerContext) => Promise<void>;

/** What a group of messages does, one entry for each. */
export type Handlers<Types extends keyof ToServer = keyof ToServer> = { readonly [Type in Types]: Handler<Type> };
