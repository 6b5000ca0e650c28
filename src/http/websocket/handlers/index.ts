import { connection } from './connection.js';
import { editor } from './editor.js';
import { files } from './files.js';
import type { Handlers } from './handler.js';
import { help } from './help.js';
import { notImplemented } from './not-implemented.js';
import { sessions } from './sessions.js';
import { terminal } from './terminal.js';

/** What happens with every message that a page can send; the compiler finds a missing one. */
export const HANDLERS: Handlers = {
  ...connection,
  ...files,
  ...editor,
  ...sessions,
  ...terminal,
  ...help,
  'dashboard:request': notImplemented('dashboard:request'),
  'dashboard:refresh_issues': notImplemented('dashboard:refresh_issues'),
  'observer:mute': notImplemented('observer:mute'),
  'gap:update': notImplemented('gap:update'),
  'nudge:dismiss': notImplemented('nudge:dismiss'),
};
