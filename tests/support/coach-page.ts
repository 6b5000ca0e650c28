import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { PageMessage, ToPage, ToServer } from '../../src/http/websocket/protocol.js';
import { createEmptyMachine, type EmptyMachine } from '../integration/cli-program.js';
import { type Look, openProfile } from './browser.js';
import { startCoach } from './coach-program.js';
import { postJson } from './pages-fixture.js';
import { type Agent, connectAgent } from './running-coach.js';

type StartedCoach = Awaited<ReturnType<typeof startCoach>>;

/** A project that is coached, and a browser that shows it. */
export interface CoachedProject {
  readonly coach: StartedCoach;
  readonly profile: BrowserContext;
  readonly page: Page;
  write(name: string, content: string | Uint8Array): void;
  read(name: string): string;
  /** Another tab of the same browser. */
  newTab(): Promise<Page>;
  /** One that has the key of the page. */
  connectAgent(): Promise<Agent>;
  /** As `kill -9` and a new start of the command, whose tab hands the new key to the others. */
  restart(): Promise<StartedCoach>;
}

interface CoachSetup {
  readonly machine?: EmptyMachine;
  /** Of the coach. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Everything ends with the test. `files` are the texts of the project by their paths. */
export async function openCoachedProject(
  files: Readonly<Record<string, string | Uint8Array>>,
  look: Look = {},
  { machine = createEmptyMachine(), environment = {} }: CoachSetup = {},
): Promise<CoachedProject> {
  const write = (name: string, content: string | Uint8Array) => {
    const file = path.join(machine.project, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  for (const [name, content] of Object.entries(files)) write(name, content);
  const coach = await startCoach({ machine, environment });
  const profile = await openProfile(look);
  const page = await openUnbrokenPage(profile);
  await page.goto(coach.address);
  await isReady(page);
  let running = coach;
  return {
    coach,
    profile,
    page,
    write,
    read: (name) => readFileSync(path.join(machine.project, name), 'utf8'),
    async newTab() {
      const tab = await profile.newPage();
      await tab.goto(`${coach.url}/coach`);
      await isReady(tab);
      return tab;
    },
    connectAgent: async () => connectAgent({ url: coach.url, key: await keyOf(page) }),
    async restart() {
      await running.end('SIGKILL');
      running = await startCoach({ machine, environment });
      const key = await handOver(profile, running.address);
      const { body } = await postJson(`${running.url}/code`, {}, { Authorization: `Bearer ${key}` });
      return { ...running, address: `${running.url}/coach#k=${(body as { code: string }).code}` };
    },
  };
}

/** Opens an address as the command does, at a page that opens no files; other tabs get the key, which is returned. */
export async function handOver(profile: BrowserContext, address: string): Promise<string> {
  const tab = await profile.newPage();
  await tab.goto(address.replace('/coach#', '/#'));
  await tab.getByRole('heading', { name: 'Home' }).waitFor();
  const key = await keyOf(tab);
  await tab.close();
  return key;
}

/** A page whose test fails if something in it does. */
export async function openUnbrokenPage(profile: BrowserContext): Promise<Page> {
  const page = await profile.newPage();
  const refused: string[] = [];
  page.on(
    'console',
    (message) => /Content Security Policy|TrustedHTML/.test(message.text()) && refused.push(message.text()),
  );
  page.on('pageerror', (error) => refused.push(error.message));
  onTestFinished(() => {
    if (refused.length > 0) throw new Error(`the page broke: ${refused.join('; ')}`);
  });
  return page;
}

export function keyOf(page: Page): Promise<string> {
  return page.evaluate<string>('localStorage.getItem("witan-key")');
}

/** The person typed "mine" at the end of `a.txt`, and another program wrote "theirs". */
export async function openConflict(others: Readonly<Record<string, string>> = {}): Promise<CoachedProject> {
  const project = await openCoachedProject({ 'a.txt': 'base\n', ...others });
  const { page } = project;
  await openFile(page, 'a.txt');
  await typeAtEnd(page, 'mine');
  project.write('a.txt', 'base\ntheirs\n');
  await page.getByText('changed on disk after you began').waitFor();
  return project;
}

/** A message of a page, and what answers it. */
type Answers = {
  readonly [Type in keyof ToServer]?: (
    payload: ToServer[Type],
  ) => Answer | readonly Answer[] | undefined | Promise<Answer | readonly Answer[] | undefined>;
};
type Answer = { [Type in keyof ToPage]: readonly [Type, ToPage[Type]] }[keyof ToPage];

type SentState = ToPage['connection:init']['state'];

export interface ServerPart {
  /** Instead of the server; it still gets all other messages. */
  readonly answers?: Answers;
  /** What the first message has besides what the server sends. */
  readonly state?: (sent: SentState) => Partial<SentState>;
}

/** What the page gets from its server, and what a test adds to that: answers of models are not the same in every run. */
export async function addServerMessages(page: Page, { answers = {}, state = () => ({}) }: ServerPart = {}) {
  let send = (_text: string) => {};
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    send = (text) => socket.send(text);
    socket.onMessage(async (text) => {
      const { type, payload, id } = JSON.parse(String(text)) as { type: keyof Answers; payload: never; id?: string };
      const answer = answers[type];
      if (answer === undefined) return server.send(text);
      const given = (await answer(payload)) ?? [];
      const all = (typeof given[0] === 'string' ? [given] : given) as readonly Answer[];
      for (const [type, payload] of all) send(JSON.stringify({ type, payload, id, timestamp: Date.now() }));
    });
    server.onMessage((text) => {
      const message = JSON.parse(String(text)) as PageMessage;
      if (message.type === 'connection:init') Object.assign(message.payload.state, state(message.payload.state));
      socket.send(JSON.stringify(message));
    });
  });
  await page.reload();
  await isReady(page);
  return <Type extends keyof ToPage>(type: Type, payload: ToPage[Type]) =>
    send(JSON.stringify({ type, payload, timestamp: Date.now() }));
}

/** The tree and the connection are there. */
export async function isReady(page: Page): Promise<void> {
  await page.getByText('● connected').waitFor();
  await page.getByRole('tree').waitFor();
}

/** Opens a file by its name, with keys only. */
export async function openFile(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+p');
  const field = page.getByRole('combobox', { name: 'Name of a file' });
  await field.fill(name);
  await page
    .getByRole('option', { selected: true })
    .filter({ hasText: path.basename(name) })
    .waitFor();
  await page.keyboard.press('Enter');
  await page.locator(`.cm-content[aria-label="Text of ${name}"], .coach-nothing .notice`).waitFor();
}

export function editorOf(page: Page): Locator {
  return page.locator('.editor .cm-content');
}

/** What the person typed, next to the text on disk. */
export function ownTextOf(page: Page): Locator {
  return page.getByLabel('Your text');
}

export function panelOf(page: Page): Locator {
  return page.locator('#coach-panel');
}

/** At the end of the text. */
export async function typeAtEnd(page: Page, text: string, editor = editorOf(page)): Promise<void> {
  await editor.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
}

export async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s');
  await unsavedCount(page).waitFor({ state: 'detached' });
}

/** In the status line, as long as a file is not saved. */
export function unsavedCount(page: Page): Locator {
  return page.getByText(/\d files? (?:is|are) not saved/);
}
