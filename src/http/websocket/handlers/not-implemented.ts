import type { ToServer } from '../protocol.js';
import type { Handler } from './handler.js';

/** Says so in the log and to the page. */
export function notImplemented<Type extends keyof ToServer>(type: Type, advice?: string): Handler<Type> {
  return async (_payload, { coach, reply }) => {
    coach.warn('not_implemented', { type });
    const message = `${type} is not yet implemented${advice === undefined ? '' : `; ${advice}`}`;
    reply('connection:error', { code: 'NOT_IMPLEMENTED', message, context: type });
  };
}
