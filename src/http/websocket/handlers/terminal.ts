import type { ToServer } from '../protocol.js';
import type { Handler, HandlerContext, Handlers } from './handler.js';

const storeSize = async (size: ToServer['terminal:resize'], { connection }: HandlerContext) => {
  connection.terminal = size;
};

/** There is no terminal in the page: a shell behind a key would let its thief run programs. */
export const terminal: Handlers<'terminal:ready' | 'terminal:resize' | 'terminal:input'> = {
  'terminal:ready': storeSize,
  'terminal:resize': storeSize,
  'terminal:input': notImplemented('terminal:input', 'use the terminal of your own machine'),
};

/** Says so in the log and to the page. */
function notImplemented<Type extends keyof ToServer>(type: Type, advice?: string): Handler<Type> {
  return async (_payload, { coach, reply }) => {
    coach.warn('not_implemented', { type });
    const message = `${type} is not yet implemented${advice === undefined ? '' : `; ${advice}`}`;
    reply('connection:error', { code: 'NOT_IMPLEMENTED', message, context: type });
  };
}
