import type { CoachPage } from '../../../coaching/index.js';
import { ERROR_CODES, type ErrorCode } from '../../../coaching/vocabulary.js';
import { errorCode } from '../../../kernel/error-code.js';
import { isUserError } from '../../../kernel/user-error.js';
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

/** The handlers of a group of messages, one entry for each. */
export type Handlers<Types extends keyof ToServer = keyof ToServer> = { readonly [Type in Types]: Handler<Type> };

interface Problem {
  readonly code: ErrorCode;
  /** For the person. */
  readonly message: string;
  readonly details: unknown;
}

/** What the page learns about a failure. The cause of an unexpected one is only in the log. */
export function describeProblem(error: unknown): Problem {
  if (!isUserError(error)) return { code: 'INTERNAL_ERROR', message: UNEXPECTED, details: undefined };
  const code = ERROR_CODES.find((each) => each === errorCode(error)) ?? 'INTERNAL_ERROR';
  return { code, message: error.message, details: error.details };
}

const UNEXPECTED = 'Something went wrong; `witan.log` has the cause (`witan project` shows its folder).';
