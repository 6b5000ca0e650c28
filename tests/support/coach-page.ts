import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { createEmptyMachine } from '../integration/cli-program.js';
import { type Look, openProfile } from './browser.js';
import { startCoach } from './coach-program.js';

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
  /** As `kill -9` and a new start of the command. */
  restart(): Promise<StartedCoach>;
}

/** Everything ends with the test. `files` are the texts of the project by their paths. */
export async function openCoachedProject(
  files: Readonly<Record<string, string | Uint8Array>>,
  look: Look = {},
): Promise<CoachedProject> {
  const machine = createEmptyMachine();
  const write = (name: string, content: string | Uint8Array) => {
    const file = path.join(machine.project, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  for (const [name, content] of Object.entries(files)) write(name, content);
  const coach = await startCoach({ machine });
  const profile = await openProfile(look);
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
    async restart() {
      await running.end('SIGKILL');
      running = await startCoach({ machine });
      return running;
    },
  };
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

/** At the end of the text. */
export async function typeAtEnd(page: Page, text: string): Promise<void> {
  await editorOf(page).focus();
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
