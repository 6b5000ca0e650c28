import type { Pages } from '../http/index.js';
import type { Shell } from './shell.js';

/** Starts a browser with an address of these pages; false if there is none. */
export async function openAddress(
  address: string,
  pages: Pick<Pages, 'writeOpener'>,
  { openBrowser }: Pick<Shell, 'openBrowser'>,
): Promise<boolean> {
  // On a full disk, the printed address is left.
  const file = await pages.writeOpener(address).catch(() => undefined);
  return file !== undefined && (await openBrowser(file));
}

/** The line below an address. A browser that was started may not be allowed to read the file that leads there. */
export function describeAddress(command: string, isOpened: boolean): string {
  return isOpened
    ? '(your browser opens it; if it does not, open this address within a minute)'
    : `(works once and for one minute; \`${command}\` prints a new address)`;
}
