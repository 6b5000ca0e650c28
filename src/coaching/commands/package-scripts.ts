import { dirname, join } from 'node:path';
import { isRecord } from '../../kernel/is-record.js';
import type { Shell } from './shell.js';

export interface PackageScript {
  readonly text: string;
  /** What runs before and after it: `pretest` and `posttest`. */
  readonly around: readonly string[];
  /** Where it runs. */
  readonly folder: string;
}

/** A script of the nearest package.json; undefined if there is none of this name. */
export function packageScript(name: string, { folders, context }: Shell): PackageScript | undefined {
  const [start, ...others] = folders;
  if (start === undefined || others.length > 0) return undefined;
  for (let folder = start; ; folder = dirname(folder)) {
    const text = context.readText(join(folder, 'package.json'));
    if (text !== undefined) {
      const scripts = scriptsOf(text);
      const script = scripts.get(name);
      const around = [`pre${name}`, `post${name}`].flatMap((one) => scripts.get(one) ?? []);
      return script === undefined ? undefined : { text: script, around, folder };
    }
    if (folder === dirname(folder)) return undefined;
  }
}

function scriptsOf(text: string): Map<string, string> {
  try {
    const manifest: unknown = JSON.parse(text);
    const scripts = isRecord(manifest) && isRecord(manifest.scripts) ? manifest.scripts : {};
    return new Map(Object.entries(scripts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return new Map();
  }
}
