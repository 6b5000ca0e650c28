import type { Command } from 'commander';
import { EXIT } from '../cli-error.js';
import { checkNode } from '../doctor/check-node.js';
import { checkProgram } from '../doctor/check-program.js';
import { checkRegistration } from '../doctor/check-registration.js';
import type { Finding, FindingState } from '../doctor/finding.js';
import { renderFindings } from '../doctor/render-findings.js';
import type { CommandLinePorts } from '../ports.js';
import { colorFor } from '../text/color.js';
import { lineWidth } from '../text/line-width.js';
import { printJson } from '../text/page.js';

export function addDoctor(program: Command, ports: CommandLinePorts, finish: (exitCode: number) => void): void {
  program
    .command('doctor')
    .summary('what is installed, reachable and configured, and how to fix what is not')
    .description('Looks at everything a deliberation needs on this machine and says how to fix what does not work.')
    .option('--json', 'print the findings as JSON and nothing else')
    .addHelpText('after', EXAMPLE)
    .action(async ({ json }: { readonly json?: boolean }) => finish(await doctor(json === true, ports)));
}

const EXAMPLE = `
Example:
  witan doctor

Exit code: 1 if something that you configured does not work, else 0.`;

export async function doctor(json: boolean, ports: CommandLinePorts): Promise<number> {
  const findings = await examine(ports);
  const isHealthy = findings.every(({ state }) => state !== 'broken');
  const color = colorFor(ports.stdout, ports.environment);
  if (json) printJson({ ok: isHealthy, version: ports.version, findings }, ports);
  else ports.stdout.write(renderFindings(findings, lineWidth(ports.stdout), color));
  return isHealthy ? EXIT.done : EXIT.failed;
}

async function examine(ports: CommandLinePorts): Promise<Finding[]> {
  const [program, trust, registration] = await Promise.all([
    checkProgram(ports),
    checkTrust(ports),
    checkRegistration(ports.currentFolder),
  ]);
  return [checkNode(ports.nodeVersion), trust, ...program, registration];
}

async function checkTrust({ trust, currentFolder }: CommandLinePorts): Promise<Finding> {
  const finding = (state: FindingState, text: string, fix: string): Finding => ({
    subject: 'trust',
    state,
    text,
    remedy: fix,
  });
  switch (await trust.state(currentFolder)) {
    case 'trusted':
      return { subject: 'trust', state: 'ok', text: 'this folder is trusted' };
    case 'changed':
      return finding(
        'note',
        'its config or a program that it names changed since it was trusted, and may no longer choose programs',
        '`witan init` shows what it sets and asks whether to trust it again',
      );
    case 'unpinned':
      return finding(
        'note',
        'trusted by an older version that did not look at the config, which is no longer valid',
        '`witan init` shows what it sets and asks whether to trust it',
      );
    case 'unknown':
      return finding(
        'ok',
        'not trusted: its config may not choose programs',
        '`witan init` asks about a config that does',
      );
  }
}
