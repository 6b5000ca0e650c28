import { isDeepStrictEqual } from 'node:util';
import { type ConfigFile, fileSchema } from '../sections/index.js';
import type { KeyPath } from '../sections/normalize-context.js';
import type { ProjectRule, SettingInfo } from '../sections/setting.js';
import { settingsIn, valueAt } from '../sections/walk-schema.js';
import { leavesProject } from '../trust/leaves-project.js';
import type { TrustState } from '../trust/trust-store.js';
import { keyError } from './check-file.js';
import type { Layer, ProjectLayer } from './layer.js';

/**
 * A project's file may come from a stranger. Until the user trusts it, it may repeat the values in effect and tighten
 * limits, but not choose programs, addresses, or what the verdict rests on.
 */
export async function checkProjectLayer(
  project: ProjectLayer,
  below: ConfigFile,
  { projectFolder, userFile }: { readonly projectFolder: string; readonly userFile: string },
): Promise<void> {
  const objections = await findObjections(project, below, projectFolder);
  const forbidden = objections.find(({ info }) => info.project === 'never');
  if (forbidden !== undefined) {
    throw keyError([project], forbidden.key, `${forbidden.problem}; move the key to ${userFile}`);
  }
  const [first] = objections;
  if (project.trust === 'trusted' || first === undefined) return;
  throw keyError(
    [project],
    first.key,
    `${first.problem}, because ${REASON[project.trust]}; or move the key to ${userFile}`,
  );
}

const REASON: Readonly<Record<Exclude<TrustState, 'trusted'>, string>> = {
  unknown: 'this folder is not trusted; run `witan init` to see what its file sets and to trust it',
  changed:
    'this file or a program that it names changed since it was trusted; run `witan init` to see what it sets now and to trust it again',
  unpinned:
    'this folder was trusted by an older version that did not look at its file; run `witan init` to see what the file sets and to trust it',
};

export interface Objection {
  readonly key: KeyPath;
  readonly info: SettingInfo;
  readonly value: unknown;
  /** Completes the sentence "`key` …". */
  readonly problem: string;
}

/** Everything in a project's file that needs trust. */
export async function findObjections(project: Layer, below: ConfigFile, projectFolder: string): Promise<Objection[]> {
  const objections: Objection[] = [];
  for (const { key, info, value } of settingsIn(fileSchema, project.values)) {
    const inEffect = valueAt(below, key);
    if (isDeepStrictEqual(value, inEffect)) continue;
    const problem = await checkRule(info.project, { value, inEffect }, projectFolder);
    if (problem !== undefined) objections.push({ key, info, value, problem });
  }
  return objections;
}

async function checkRule(
  rule: ProjectRule,
  { value, inEffect }: { readonly value: unknown; readonly inEffect: unknown },
  projectFolder: string,
): Promise<string | undefined> {
  if (typeof rule === 'object') {
    return value === rule.only ? undefined : `may only be set to ${rule.only} by a project's own file`;
  }
  switch (rule) {
    case 'free':
      return undefined;
    case 'trusted':
      return "may not be set by a project's own file";
    case 'never':
      return "may never be set by a project's own file";
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
    case 'switch-on':
      return value === true ? undefined : "may not be switched off by a project's own file";
    case 'extend':
      return undefined;
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
