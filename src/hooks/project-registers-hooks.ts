import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

const FILES = ['.claude/settings.json', '.claude/settings.local.json'];
const MOST_BYTES = 1_000_000;

/** Whether the project has hooks of this program itself: then the plugin's must not do everything a second time. */
export function projectRegistersHooks(projectFolder: string, event: string): boolean {
  return FILES.some((name) => {
    const text = readSmallFile(join(projectFolder, name));
    return text.includes(`"${event}"`) && /[\\/]dist[\\/]hook\.cjs"/.test(text);
  });
}

function readSmallFile(path: string): string {
  let descriptor: number | undefined;
  try {
    // A named pipe in its place must not stop the hook.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const facts = fstatSync(descriptor);
    if (!facts.isFile() || facts.size > MOST_BYTES) return '';
    const buffer = Buffer.alloc(facts.size);
    return buffer.toString('utf8', 0, readSync(descriptor, buffer));
  } catch {
    return '';
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
