import { removeOwnFile } from '../storage/own-files/own-folder.js';
import { writeOwnFile } from '../storage/own-files/write-own-file.js';

/**
 * A private page that leads to an address with a code. A browser is started with its path, because every user of this machine
 * can read the arguments of a program.
 */
export async function writeOpener(stateFile: string, address: string): Promise<string> {
  const file = toOpener(stateFile);
  const lines = [
    '<!doctype html><meta charset="utf-8"><title>Witan</title>',
    '<meta name="referrer" content="no-referrer">',
    `<meta http-equiv="refresh" content="0; url=${address}">`,
    `<p><a href="${address}">Open the pages of Witan</a>`,
  ];
  await writeOwnFile(file, `${lines.join('\n')}\n`);
  return file;
}

/** A code that is left in it after all is too old in a minute. */
export function removeOpener(stateFile: string): void {
  try {
    removeOwnFile(toOpener(stateFile));
  } catch {
    // The folder is gone or is not ours any more: so is the file.
  }
}

function toOpener(stateFile: string): string {
  return stateFile.replace(/([^/\\]+)\.json$/, 'open-$1.html');
}
