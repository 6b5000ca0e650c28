import { isDeepStrictEqual } from 'node:util';
import { blame } from '../check-file.js';
import type { Layer } from '../layers/layer.js';
import { type ConfigFile, fileSchema } from '../sections/index.js';
import type { KeyPath } from '../sections/normalise-context.js';
import type { ProjectRule } from '../sections/setting.js';
import { isMap, settingsIn } from '../sections/walk-schema.js';
import { leavesProject } from './leaves-project.js';

/**
 * A project's file arrives with the project, perhaps from a stranger. Until the user trusts the folder it may shape
 * the debate, but not choose what is run, where data goes, or loosen a limit that holds below it.
 */
export async function checkProjectLayer(
  project: Layer,
  below: ConfigFile,
  places: { readonly projectFolder: string; readonly userFile: string },
): Promise<void> {
  for (const { key, facts, value } of settingsIn(fileSchema, project.values)) {
    const inEffect = valueAt(below, key);
    if (isDeepStrictEqual(value, inEffect)) continue;
    const objection = await object(facts.project, value, inEffect, places.projectFolder);
    if (objection !== undefined) {
      throw blame(
        [project],
        key,
        `${objection}, because this folder is not trusted; run \`witan init\` to trust it, or move the key to ${places.userFile}`,
      );
    }
  }
}

async function object(
  rule: ProjectRule,
  value: unknown,
  inEffect: unknown,
  projectFolder: string,
): Promise<string | undefined> {
  switch (rule) {
    case 'free':
      return undefined;
    case 'trusted':
      return "may not be set by a project's own file";
    case 'lower':
      return isWithin(value, inEffect, (mine, theirs) => mine <= theirs)
        ? undefined
        : `may not be raised${from(inEffect)} by a project's own file`;
    case 'raise':
      return isWithin(value, inEffect, (mine, theirs) => mine >= theirs)
        ? undefined
        : `may not be lowered${from(inEffect)} by a project's own file`;
    case 'switch-off':
      return value === false ? undefined : "may not be switched on by a project's own file";
    case 'inside-project':
      return (await leavesProject(value, projectFolder))
        ? "must be a folder inside the project and not a hidden one (but .witan) when a project's own file sets it"
        : undefined;
  }
}

function isWithin(value: unknown, limit: unknown, holds: (value: number, limit: number) => boolean): boolean {
  return typeof value === 'number' && typeof limit === 'number' && holds(value, limit);
}

function from(inEffect: unknown): string {
  return typeof inEffect === 'number' ? ` from ${inEffect}` : '';
}

function valueAt(file: ConfigFile, key: KeyPath): unknown {
  let value: unknown = file;
  for (const step of key) value = isMap(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  return value;
}
