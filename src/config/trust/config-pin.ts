import { createHash } from 'node:crypto';

/**
 * Stands for the text of a project's file. No file and an empty one mean the same, so they have the same pin: trusting
 * a folder without a file covers its absence, not a file that appears later.
 */
export function configPin(text: string | undefined): string {
  return createHash('sha256')
    .update(text ?? '')
    .digest('hex');
}
