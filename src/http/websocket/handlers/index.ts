import { connection } from './connection.js';
import { dashboard } from './dashboard.js';
import { editor } from './editor.js';
import { files } from './files.js';
import type { Handlers } from './handler.js';
import { notImplemented } from './not-implemented.js';
import { observer } from './observer.js';
import { sessions } from './sessions.js';
import { terminal } from './terminal.js';

/** What happens with every message that a page can send; the compiler finds a missing one. */
export const HANDLERS: Handlers = {
  ...connection,
  ...files,
  ...editor,
  ...sessions,
  ...observer,
  ...terminal,
  ...dashboard,
  'user:explain': notImplemented('user:explain'),
  'user:review': notImplemented('user:review'),
  'practice:submit_solution': notImplemented('practice:submit_solution'),
  'practice:load': notImplemented('practice:load'),
};
