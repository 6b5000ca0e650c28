import type { Command } from 'commander';
import { plainLine } from '../../kernel/plain-text.js';
import { EXIT } from '../cli-error.js';
import { HOOKS } from '../doctor/check-hooks.js';
import { checkNode } from '../doctor/check-node.js';
import { checkPlugin } from '../doctor/check-plugin.js';
import { checkProgram } from '../doctor/check-program.js';
import { CLAUDE_CODE, checkOtherClients, checkRegistration } from '../doctor/check-registration.js';
import type { Finding, FindingState } from '../doctor/finding.js';
import { applyFixes, type Fixes } from '../doctor/fix.js';
import { renderFindings } from '../doctor/render-findings.js';
import type { Shell } from '../shell.js';
import { colorFor } from '../text/color.js';
import { displayPath } from '../text/display-path.js';
import { lineWidth } from '../text/line-width.js';
import { printJson } from '../text/page.js';

export function addDoctor(program: Command, shell: Shell, finish: (exitCode: number) => void): void {
  program
    .command('doctor')
    .summary('what is installed, reachable and configured, and how to fix what is not')
    .description('Looks at everything a deliberation needs on this machine and says how to fix what does not work.')
    .option(
      '--fix',
      'first repair what is safe: Witan’s entries in its clients, stale paths in them, permissions of its own files',
    )
    .option('--json', 'print the findings as JSON and nothing else')
    .addHelpText('after', EXAMPLE)
    .action(async (options: DoctorOptions) => finish(await doctor(options, shell)));
}

interface DoctorOptions {
  readonly fix?: boolean;
  readonly json?: boolean;
}

const EXAMPLE = `
Examples:
  witan doctor
  witan doctor --fix

Exit code: 1 if something that you configured does not work, else 0.`;

export async function doctor({ fix = false, json = false }: DoctorOptions, shell: Shell): Promise<number> {
  const fixes = fix ? await applyFixes(shell) : undefined;
  const findings = await examine(shell);
  await keepForPages(findings, shell);
  const isHealthy = findings.every(({ state }) => state !== 'broken') && (fixes?.failed ?? []).length === 0;
  const color = colorFor(shell.stdout, shell.environment);
  if (json) printJson({ ok: isHealthy, version: shell.version, ...(fixes && { fixes }), findings }, shell);
  else {
    if (fixes !== undefined) shell.stdout.write(renderFixes(fixes));
    shell.stdout.write(renderFindings(findings, lineWidth(shell.stdout), color));
  }
  return isHealthy ? EXIT.done : EXIT.failed;
}

function renderFixes({ done, failed }: Fixes): string {
  const lines = [...done.map((line) => `Fixed: ${line}`), ...failed.map((line) => `Not fixed: ${line}`)];
  return `${(lines.length === 0 ? ['Nothing to fix.'] : lines).map(plainLine).join('\n')}\n\n`;
}

/** The page Health runs no program: it shows what was found here. */
async function keepForPages(findings: readonly Finding[], shell: Shell): Promise<void> {
  const program = await shell.openProgram({ projectFolder: shell.currentFolder }).catch(() => undefined);
  await program?.saveDoctorReport([...findings]);
}

async function examine(shell: Shell): Promise<Finding[]> {
  const [program, trust, registration, plugin, clients, permissions] = await Promise.all([
    checkProgram(shell),
    checkTrust(shell),
    checkRegistration(shell),
    checkPlugin(shell),
    checkOtherClients(shell),
    checkPermissions(shell),
  ]);
  const findings = [checkNode(shell.nodeVersion), trust, ...program, ...permissions, ...registration];
  // The plugin brings the hooks and the server along.
  const needed = plugin.some(({ state }) => state === 'ok')
    ? findings.filter(({ subject, state }) => state !== 'missing' || !PLUGIN_PARTS.includes(subject))
    : findings;
  return [...needed, ...plugin, ...clients];
}

const PLUGIN_PARTS = [HOOKS, CLAUDE_CODE];

/** One line for all of them: there may be many files. */
async function checkPermissions(shell: Shell): Promise<Finding[]> {
  const open = await (await import('../doctor/files-open-to-others.js'))
    .findFilesOpenToOthers(shell.currentFolder)
    .catch(() => []);
  const [first] = open;
  if (first === undefined) return [];
  const more = open.length === 1 ? '' : ` and ${open.length - 1} more`;
  const text = `${displayPath(first.path, shell)}${more} can be used by other users of this machine`;
  return [{ subject: 'permissions', state: 'note', text, remedy: '`witan doctor --fix` takes the rights away' }];
}

async function checkTrust({ trust, currentFolder }: Shell): Promise<Finding> {
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
