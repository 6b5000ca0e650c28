import { describeDiskError } from '../../../kernel/disk-error.js';
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
  async 'file:open'({ path, isReload }, { coach, reply, broadcast }) {
    const content = await coach.files.read(path);
    if (isReload) return reply('fs:content', content);
    broadcast('fs:content', content);
    // The page does not wait for the disk.
    await coach.actions.log('file_open', { path: content.path });
  },

  async 'file:save'(file, { coach, connection, reply, broadcast }) {
    const { path, content } = file;
    let version: string;
    try {
      ({ version } = await coach.files.write(file, connection.id));
    } catch (error) {
      // Only to the page that saved: the others may show another text.
      reply('fs:save_error', saveError(file, error));
      coach.warn('save_failed', { path, cause: describeProblem(error).message });
      return;
    }
    broadcast('fs:save_ack', { path, success: true, timestamp: coach.clock.now().toISOString(), version });
    await coach.actions.log('file_save', { path, charCount: content.length });
  },

  async 'file:close'(file, { coach }) {
    await coach.buffers.close(file);
    await coach.actions.log('file_close', { path: file.path });
  },

  /** No answer: the page sends many of them. */
  async 'buffer:update'(buffer, { coach, connection }) {
    await coach.buffers.update(buffer, connection.id);
  },

  async 'file:create'({ path, kind }, { coach, broadcast }) {
    await coach.files.create(path, kind);
    broadcast('fs:tree_update', { action: kind === 'file' ? 'add' : 'addDir', path });
  },

  async 'file:rename'({ path, newPath }, { coach, broadcast }) {
    await coach.files.rename(path, newPath);
    broadcast('fs:tree_update', { action: 'change', path, newPath });
  },

  async 'file:delete'({ path }, { coach, broadcast }) {
    const { trashId } = await coach.files.remove(path);
    broadcast('file:deleted', { path, trashId });
  },

  async 'files:removed'(_, { coach, reply }) {
    reply('files:removed_list', { files: await coach.files.removed() });
  },

  async 'file:restore'({ trashId }, { coach, broadcast }) {
    const { path } = await coach.files.restore(trashId);
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

function isStoredText(details: unknown): details is NonNullable<ToPage['fs:save_error']['stored']> {
  return typeof details === 'object' && details !== null && 'content' in details && 'version' in details;
}
