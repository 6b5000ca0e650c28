import type { ToServer } from '../protocol.js';
import type { HandlerContext, Handlers } from './handler.js';
import { notImplemented } from './not-implemented.js';

const storeSize = async (size: ToServer['terminal:resize'], { connection }: HandlerContext) => {
  connection.terminal = size;
};

/** There is no terminal in the page: a shell behind a key would let its thief run programs. */
export const terminal: Handlers<'terminal:ready' | 'terminal:resize' | 'terminal:input'> = {
  'terminal:ready': storeSize,
  'terminal:resize': storeSize,
  'terminal:input': notImplemented('terminal:input', 'use the terminal of your own machine'),
};
