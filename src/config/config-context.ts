import { homedir } from 'node:os';
import { packageFolder } from '../kernel/installation.js';
import type { ConfigContext } from './layers/read-layers.js';

/** What the configuration of a project is read with. */
export function configContext(projectFolder: string, environment: NodeJS.ProcessEnv = process.env): ConfigContext {
  const installed = packageFolder();
  return {
    projectFolder,
    environment,
    homeFolder: homedir(),
    ...(installed !== undefined && { packageFolder: installed }),
  };
}
