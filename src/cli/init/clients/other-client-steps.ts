import { isAbsolute, join } from 'node:path';
import type { ServerCommand, Shell } from '../../shell.js';
import { displayPath } from '../../text/display-path.js';
import { jsonServerEdit } from '../claude-code-edits.js';
import { editStep, type FileEdit } from '../file-edit.js';
import { type ClientFile, followLinks, readClientFile } from '../read-client-file.js';
import { PORTABLE_SERVER, registeredCommand } from '../registration.js';
import type { Step } from '../step.js';
import { registeredInToml, registerInToml, unregisterInToml } from './codex-registration.js';

/** Clients other than Claude Code. They have no hooks for us, only servers. */
export const CLIENTS = ['codex', 'gemini', 'cursor'] as const;
export type OtherClient = (typeof CLIENTS)[number];

export interface OtherClientRequest {
  /** In the project's own file, which the team shares; otherwise in the file of the user. */
  readonly isShared: boolean;
  readonly folder: string;
  readonly remove: boolean;
}

type Needs = Pick<Shell, 'homeFolder' | 'environment' | 'serverCommand' | 'configFolder' | 'writeFileAtomically'>;

export async function otherClientSteps(
  client: OtherClient,
  { isShared, folder, remove }: OtherClientRequest,
  shell: Needs,
): Promise<Step[]> {
  const command = isShared ? PORTABLE_SERVER : shell.serverCommand;
  const edit = EDITS[client]({ ...fileOf(client, isShared, { ...shell, folder }), isShared }, command);
  const step = await editStep({ ...edit, mayBeLink: !isShared }, remove, shell);
  return step === undefined ? [] : [step];
}

/** Our server in a file of another client. */
export interface ClientRegistration {
  readonly client: OtherClient;
  readonly isShared: boolean;
  readonly shown: string;
  readonly server: ServerCommand;
}

/** In the file of the user and in that of the project. Rejects with a `UserError` for a file that cannot be read. */
export async function findClientRegistrations(
  client: OtherClient,
  folder: string,
  shell: Pick<Needs, 'homeFolder' | 'environment'>,
): Promise<ClientRegistration[]> {
  const found: ClientRegistration[] = [];
  for (const isShared of [false, true]) {
    const { file, shown } = fileOf(client, isShared, { ...shell, folder });
    const text = (await readClientFile({ file: isShared ? file : await followLinks(file), shown }))?.text ?? '';
    const list = { shown, path: SERVERS, isShared };
    const server = client === 'codex' ? registeredInToml(text, shown) : registeredCommand(text, list);
    // In the home folder both are the same file.
    if (server !== undefined && found.every((other) => other.shown !== shown)) {
      found.push({ client, isShared, shown, server });
    }
  }
  return found;
}

const SERVERS = ['mcpServers'];

const FILES: Readonly<Record<OtherClient, string>> = {
  codex: '.codex/config.toml',
  gemini: '.gemini/settings.json',
  cursor: '.cursor/mcp.json',
};

function fileOf(
  client: OtherClient,
  isShared: boolean,
  { folder, homeFolder, environment }: Pick<Needs, 'homeFolder' | 'environment'> & { readonly folder: string },
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
    // In a file of the user, an entry that was there is their own.
    beforeInit: (text) => (file.isShared ? withoutCodexServer(text, file.shown) : text),
    remove: (text, isKept) => withoutCodexServer(text, file.shown, isKept([])),
  }),
  gemini: jsonClient,
  cursor: jsonClient,
};

/** Undefined if nothing else is in the file. */
function withoutCodexServer(text: string, shown: string, isKept = false): string | undefined {
  const rest = unregisterInToml(text, shown);
  return rest.trim() === '' && text.trim() !== '' && !isKept ? undefined : rest;
}

function jsonClient(file: TargetFile, command: ServerCommand): FileEdit {
  return { ...file, content: CONTENT, ...jsonServerEdit({ ...file, path: SERVERS }, command) };
}
