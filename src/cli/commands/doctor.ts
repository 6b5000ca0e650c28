import type { Command } from 'commander';
import { checkNode } from '../doctor/check-node.js';
import { checkProgram } from '../doctor/check-program.js';
import { checkRegistration } from '../doctor/check-registration.js';
import type { Finding } from '../doctor/finding.js';
import { renderFindings } from '../doctor/render-findings.js';
import { EXIT } from '../fault.js';
import type { CommandLinePorts } from '../ports.js';
import { lineWidth } from '../text/line-width.js';
import { paintFor } from '../text/paint.js';

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
  const paint = paintFor(ports.stdout, ports.environment);
  ports.stdout.write(
    json
      ? `${JSON.stringify({ ok: isHealthy, version: ports.version, findings }, null, 2)}\n`
      : renderFindings(findings, lineWidth(ports.stdout), paint),
  );
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
  if (await trust.isTrusted(currentFolder)) return { subject: 'trust', state: 'ok', text: 'this folder is trusted' };
  return {
    subject: 'trust',
    state: 'ok',
    text: 'not trusted: its config may not choose programs',
    remedy: '`witan init` trusts it',
  };
}
