import { mkdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CommandLinePorts } from '../ports.js';
import { changedLines } from './changed-lines.js';
import { registerHooks, SETTINGS_FILE, unregisterHooks } from './hook-registration.js';
import { kindOfChange, readRegistrationFile } from './registration-step.js';
import type { Step } from './step.js';

type Ports = Pick<CommandLinePorts, 'hookRegistrations' | 'writeFileAtomically'>;

/** Registers the hooks in Claude Code's settings of the project; undefined if nothing has to change. */
export async function hooksStep(folder: string, remove: boolean, ports: Ports): Promise<Step | undefined> {
  const file = join(folder, SETTINGS_FILE);
  const before = await readRegistrationFile(file, SETTINGS_FILE);
  if (before === undefined && remove) return undefined;
  const after = remove ? unregisterHooks(before ?? '') : registerHooks(before, await ports.hookRegistrations(folder));
  if (after === before) return undefined;
  return {
    title: `${SETTINGS_FILE}${kindOfChange(before, after)}`,
    lines: changedLines(before ?? '', after ?? ''),
    async apply() {
      if (after !== undefined) {
        await mkdir(dirname(file), { recursive: true });
        await ports.writeFileAtomically(file, after);
        return;
      }
      await rm(file);
      // Only removed if it is empty.
      await rmdir(dirname(file)).catch(() => undefined);
    },
  };
}
