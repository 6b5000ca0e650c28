import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Starts the person's browser with a file and leaves it running; false where there is none, for instance over SSH. */
export async function openBrowser(file: string): Promise<boolean> {
  const command = openerFor(process.platform, process.env);
  if (command === undefined || (command[0] === 'xdg-open' && (await isSnap()))) return false;
  const [program = '', ...args] = command;
  const child = spawn(program, [...args, file], { detached: true, stdio: 'ignore' });
  child.unref();
  // A program that is missing or finds no browser ends soon; one that is the browser is not waited for.
  const failed = once(child, 'exit').then(
    ([code]) => code !== 0,
    () => true,
  );
  return !(await Promise.race([failed, delay(FAILURE_MS, false, { ref: false })]));
}

const FAILURE_MS = 1_000;

function openerFor(platform: NodeJS.Platform, { DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv) {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return DISPLAY || WAYLAND_DISPLAY ? ['xdg-open'] : undefined;
}

/** A browser that came as a snap, as on Ubuntu, cannot read folders whose name begins with a dot. */
async function isSnap(): Promise<boolean> {
  const asked = promisify(execFile)('xdg-settings', ['get', 'default-web-browser'], { timeout: FAILURE_MS });
  const { stdout } = await asked.catch(() => ({ stdout: '' }));
  return /^[\w-]+_[\w-]+\.desktop$/.test(stdout.trim());
}
