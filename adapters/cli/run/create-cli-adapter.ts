import type { Availability, CliAdapterSettings, ModelAdapter } from '../../../src/models/index.js';
import { findExecutable } from '../../../src/processes/index.js';
import { runCli } from '../run-cli.js';
import { checkLogin } from './check-login.js';
import type { CliTool, Environment } from './cli-tool.js';

/** The adapter of a tool that answers a question in one run. */
export function createCliAdapter(tool: CliTool, settings: CliAdapterSettings, environment: Environment): ModelAdapter {
  return {
    name: tool.name,
    kind: 'cli',
    ask: (request) => runCli(tool, settings, request, environment),
    availability: () => cliAvailability(tool, settings, environment),
    login: (signal) => checkLogin(tool, settings, { environment, signal }),
  };
}

/** Looks for the program and does not run it: a panel is chosen before anything may cost time or money. */
export async function cliAvailability(
  tool: CliTool,
  settings: CliAdapterSettings,
  environment: Environment,
): Promise<Availability> {
  const path = await findExecutable(settings.command, environment);
  if (path !== undefined) return { available: true, detail: path };
  return { available: false, reason: `${settings.command} was not found`, remedy: tool.installHint };
}
