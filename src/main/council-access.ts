import type { CouncilAccess, OpenCouncil } from '../mcp/index.js';
import type { Program } from './compose.js';
import { createModelCatalog } from './model-catalog.js';
import type { ProgramSource } from './program-source.js';

export function createCouncilAccess(projectFolder: string, source: ProgramSource): CouncilAccess {
  let opened: { readonly program: Program; readonly council: OpenCouncil } | undefined;
  return {
    defaultWorkingDirectory: projectFolder,
    async open() {
      const program = await source.open();
      if (opened?.program !== program) opened = { program, council: toOpenCouncil(program) };
      return opened.council;
    },
  };
}

function toOpenCouncil({ council, directory, settings }: Program): OpenCouncil {
  return {
    council,
    catalog: createModelCatalog(directory),
    maxRoundsInResponse: settings.mcp.maxRoundsInResponse,
    progressIntervalMs: settings.mcp.progressIntervalMs,
  };
}
