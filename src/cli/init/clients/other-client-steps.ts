import { isAbsolute, join } from 'node:path';
import type { CommandLinePorts, ServerCommand } from '../../ports.js';
import { displayPath } from '../../text/display-path.js';
import { jsonServerEdit } from '../claude-code-edits.js';
import { editStep, type FileEdit } from '../file-edit.js';
import type { ClientFile } from '../read-client-file.js';
import { PORTABLE_SERVER } from '../registration.js';
import type { Step } from '../step.js';
import { registerInToml, unregisterInToml } from './codex-registration.js';

/** Clients other than Claude Code. They have no hooks for us, only servers. */
export const CLIENTS = ['codex', 'gemini', 'cursor'] as const;
export type OtherClient = (typeof CLIENTS)[number];

export interface OtherClientRequest {
  /** In the project's own file, which the team shares; otherwise in the file of the user. */
  readonly isShared: boolean;
  readonly folder: string;
  readonly remove: boolean;
}

type Ports = Pick<
  CommandLinePorts,
  'homeFolder' | 'environment' | 'serverCommand' | 'configFolder' | 'writeFileAtomically'
>;

export async function otherClientSteps(
  client: OtherClient,
  { isShared, folder, remove }: OtherClientRequest,
  ports: Ports,
): Promise<Step[]> {
  const command = isShared ? PORTABLE_SERVER : ports.serverCommand;
  const edit = EDITS[client]({ ...fileOf(client, isShared, { ...ports, folder }), isShared }, command);
  const step = await editStep({ ...edit, mayBeLink: !isShared }, remove, ports);
  return step === undefined ? [] : [step];
}

const FILES: Readonly<Record<OtherClient, string>> = {
  codex: '.codex/config.toml',
  gemini: '.gemini/settings.json',
  cursor: '.cursor/mcp.json',
};

function fileOf(
  client: OtherClient,
  isShared: boolean,
  { folder, homeFolder, environment }: Pick<Ports, 'homeFolder' | 'environment'> & { readonly folder: string },
): ClientFile {
  const name = FILES[client];
  if (isShared) return { file: join(folder, name), shown: name };
  const { CODEX_HOME } = environment;
  const hasOwnHome = client === 'codex' && CODEX_HOME !== undefined && isAbsolute(CODEX_HOME);
  const file = hasOwnHome ? join(CODEX_HOME, 'config.toml') : join(homeFolder, name);
  return { file, shown: displayPath(file, { currentFolder: folder, homeFolder }) };
}

type TargetFile = ClientFile & Pick<OtherClientRequest, 'isShared'>;

const CONTENT = 'server "witan"';

const EDITS: Readonly<Record<OtherClient, (file: TargetFile, command: ServerCommand) => FileEdit>> = {
  codex: (file, command) => ({
    ...file,
    id: 'codex',
    content: CONTENT,
    newFileMode: 0o600,
    notes: (text) =>
      /\benv_vars\b/.test(text)
        ? []
        : ['Codex passes no API keys on. If participants need some, add env_vars = ["NAME"] there'],
    add: (text = '') => registerInToml(text, command, file.shown),
    beforeInit: (text) => text,
    remove(text, isKept) {
      const rest = unregisterInToml(text, file.shown);
      return rest.trim() === '' && text.trim() !== '' && !isKept([]) ? undefined : rest;
    },
  }),
  gemini: jsonClient,
  cursor: jsonClient,
};

function jsonClient(file: TargetFile, command: ServerCommand): FileEdit {
  return { ...file, content: CONTENT, ...jsonServerEdit({ ...file, path: ['mcpServers'] }, command) };
}
