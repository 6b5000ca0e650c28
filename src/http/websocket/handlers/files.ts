import { describeDiskError } from '../../../kernel/disk-error.js';
import type { StoredText } from '../ports.js';
import type { ToPage, ToServer } from '../protocol.js';
import { describeProblem, type Handlers } from './handler.js';

export const files: Handlers<
  | 'file:open'
  | 'file:save'
  | 'file:close'
  | 'file:create'
  | 'file:rename'
  | 'file:delete'
  | 'files:removed'
  | 'file:restore'
  | 'buffer:update'
> = {
  async 'file:open'({ path, isReload }, { ports, reply, broadcast }) {
    const content = await ports.files.read(path);
    if (isReload) return reply('fs:content', content);
    broadcast('fs:content', content);
    // The page does not wait for the disk.
    await ports.actions.log('file_open', { path: content.path });
  },

  async 'file:save'(file, { ports, connection, reply, broadcast }) {
    const { path, content } = file;
    let version: string;
    try {
      ({ version } = await ports.files.write(file, connection.id));
    } catch (error) {
      // Only to the page that saved: the others may show another text.
      reply('fs:save_error', saveError(file, error));
      ports.warn('save_failed', { path, cause: describeProblem(error).message });
      return;
    }
    broadcast('fs:save_ack', { path, success: true, timestamp: ports.clock.now().toISOString(), version });
    await ports.actions.log('file_save', { path, charCount: content.length });
  },

  async 'file:close'(file, { ports }) {
    await ports.buffers.close(file);
    await ports.actions.log('file_close', { path: file.path });
  },

  /** No answer: the page sends many of them. */
  async 'buffer:update'(buffer, { ports, connection }) {
    await ports.buffers.update(buffer, connection.id);
  },

  async 'file:create'({ path, kind }, { ports, broadcast }) {
    await ports.files.create(path, kind);
    broadcast('fs:tree_update', { action: kind === 'file' ? 'add' : 'addDir', path });
  },

  async 'file:rename'({ path, newPath }, { ports, broadcast }) {
    await ports.files.rename(path, newPath);
    broadcast('fs:tree_update', { action: 'change', path, newPath });
  },

  async 'file:delete'({ path }, { ports, broadcast }) {
    const { trashId } = await ports.files.remove(path);
    broadcast('file:deleted', { path, trashId });
  },

  async 'files:removed'(_, { ports, reply }) {
    reply('files:removed_list', { files: await ports.files.removed() });
  },

  async 'file:restore'({ trashId }, { ports, broadcast }) {
    const { path } = await ports.files.restore(trashId);
    broadcast('fs:tree_update', { action: 'add', path });
  },
};

function saveError({ path }: ToServer['file:save'], error: unknown): ToPage['fs:save_error'] {
  const { code, message, details } = describeProblem(error);
  const disk = describeDiskError(error);
  return {
    path,
    error: disk === undefined ? message : `${path} was not saved: ${disk}`,
    code,
    ...(code === 'CONFLICT' && isStoredText(details) && { stored: details }),
  };
}

function isStoredText(details: unknown): details is StoredText {
  return typeof details === 'object' && details !== null && 'content' in details && 'version' in details;
}
