import { describe, expect, it } from 'vitest';
import { runTool } from '../../../../src/council/evidence/run-tool.js';
import { limitDeliberation } from '../../../../src/council/time-limits.js';
import { failure, type Result, success } from '../../../../src/kernel/result.js';
import { createRedactor } from '../../../../src/redaction/index.js';
import { evidenceProject } from '../../../support/evidence-project.js';
import { plantedSecrets } from '../../../support/planted-secrets.js';
import { SETTINGS } from '../../../support/scripted-council.js';

const token = plantedSecrets(5, 24).find(({ kind }) => kind.startsWith('GitHub'))?.value ?? '';

async function outcomeOf(said: Result<string, string>): Promise<string> {
  const { project } = await evidenceProject();
  const redactor = createRedactor({ secretValues: [] });
  const ran = await runTool('look', async () => said, {
    project,
    settings: SETTINGS.evidence,
    redact: (text) => redactor.redact(text),
    limits: limitDeliberation(undefined, undefined),
  });
  return ran.ok ? ran.value.text : ran.error;
}

describe('what a tool says', () => {
  it('loses its secrets before anything is cut away', async () => {
    for (const before of [900, 127_980, 127_990, 140_000]) {
      const shown = await outcomeOf(success(`${'word '.repeat(before / 5)}${token} ${'word '.repeat(30_000)}`));
      expect(shown).not.toContain(token.slice(0, 8));
    }
  });

  it('loses them in errors too, also if an error is cut', async () => {
    expect(await outcomeOf(failure(`There is no "${token}" in the project.`))).toBe(
      'There is no "[redacted: GitHub token]" in the project.',
    );
    expect(await outcomeOf(failure(`${'word '.repeat(198)}${token}`))).not.toContain(token.slice(0, 8));
  });
});
