import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The browser of the browser tests: the one of `WITAN_CHROMIUM`, or the first of the usual names. */
export function findChromium(): string | undefined {
  const { WITAN_CHROMIUM: chosen, PATH = '' } = process.env;
  if (chosen !== undefined) return chosen;
  const folders = ['/usr/bin', ...PATH.split(delimiter)];
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
