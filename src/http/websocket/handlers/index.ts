import { connection } from './connection.js';
import { dashboard } from './dashboard.js';
import { editor } from './editor.js';
import { files } from './files.js';
import type { Handlers } from './handler.js';
import { help } from './help.js';
import { observer } from './observer.js';
import { sessions } from './sessions.js';
import { terminal } from './terminal.js';

/** Handles every message that a page can send; the compiler finds a missing one. */
export const HANDLERS: Handlers = {
  ...connection,
  ...files,
  ...editor,
  ...sessions,
  ...observer,
  ...terminal,
  ...dashboard,
  ...help,
};
