import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TextRedactor } from '../../src/council/contract/council.js';
import type { CouncilSettings, DeliberationResult } from '../../src/council/index.js';
import { type Script, type ScriptedCouncil, SETTINGS, scriptedCouncil } from './scripted-council.js';

/** A small project, as files by their path. */
export const PROJECT: Readonly<Record<string, string>> = {
  'README.md': '# Jobs\n\nA queue of jobs.\n',
  'src/queue.ts': `// One process writes at a time.\nexport const writers = 1;\n`,
  'src/worker.ts': 'import { writers } from "./queue.js";\n',
};

export interface EvidenceCouncil extends ScriptedCouncil {
  readonly deliberate: (rounds?: number) => Promise<DeliberationResult>;
}

/** The real engine and the real tools over a real project; only the models are scripted. */
export async function evidenceCouncil(
  models: Readonly<Record<string, Script>>,
  evidence: Partial<CouncilSettings['evidence']> = {},
  overrides: Partial<CouncilSettings> = {},
  files: Readonly<Record<string, string | Buffer>> = PROJECT,
  redactor?: TextRedactor,
): Promise<EvidenceCouncil> {
  const settings = { evidence: { ...SETTINGS.evidence, enabled: true, ...evidence }, ...overrides };
  const scripted = await scriptedCouncil(models, settings, false, undefined, redactor);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(scripted.folder, name)), { recursive: true });
    writeFileSync(path.join(scripted.folder, name), text);
  }
  return {
    ...scripted,
    deliberate: (rounds = 2) =>
      scripted.council.deliberate({
        question: 'Should the queue have one writer or several?',
        participants: Object.keys(models).map((cli) => ({ cli })),
        rounds,
        working_directory: scripted.folder,
      }),
  };
}

export function toolRequest(name: string, given: object): string {
  return `TOOL_REQUEST: ${JSON.stringify({ name, arguments: given })}`;
}

/** A prompt's section, without its heading. */
export function section(prompt: string | undefined, heading: string): string | undefined {
  const parts = (prompt ?? '').split(/^## /m);
  return parts
    .find((part) => part.startsWith(`${heading}\n`))
    ?.slice(heading.length + 1)
    .trim();
}
