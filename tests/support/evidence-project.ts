import { mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { EvidenceContext, EvidenceTool } from '../../src/council/evidence/tool.js';
import type { Result } from '../../src/kernel/result.js';
import { openProject, type Project } from '../../src/project/project.js';
import { createRedactor } from '../../src/redaction/index.js';
import { scratchFolder } from './scratch-folder.js';

export interface EvidenceProject {
  readonly root: string;
  readonly project: Project;
  readonly context: EvidenceContext;
  /** The tool's answer to arguments as a participant would write them, checked by its schema first. */
  readonly ask: (tool: EvidenceTool, given: Readonly<Record<string, unknown>>) => Promise<Result<string, string>>;
}

/** A project of its own with these files (folders are made as needed), beside a data folder. */
export async function evidenceProject(
  files: Readonly<Record<string, string | Buffer>> = {},
  rules: {
    readonly deny?: readonly string[];
    readonly ownFolders?: readonly string[];
    readonly maxFileBytes?: number;
  } = {},
): Promise<EvidenceProject> {
  const root = scratchFolder('project');
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), content);
  }
  const opened = await openProject(root, {
    deny: rules.deny ?? [],
    ownFolders: rules.ownFolders ?? [path.join(root, '.witan')],
    homeFolder: homedir(),
  });
  if (!opened.ok) throw new Error(opened.error);
  const project = opened.value;
  const signal = new AbortController().signal;
  const redactor = createRedactor({ secretValues: [] });
  const context: EvidenceContext = {
    project,
    signal,
    maxFileBytes: rules.maxFileBytes ?? 1024 * 1024,
    redact: (text, file) => redactor.redact(text, file),
  };
  return {
    root,
    project,
    context,
    ask: async (tool, given) => tool.run(tool.arguments.parse(given), context),
  };
}
