import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { findPage, PAGES } from '../pages/index.js';
import { command, isCoach } from './access.js';
import { connection } from './changes.js';
import { type Keys, leaveRow, moveToRow, pageKeys, useListener } from './keyboard.js';
import { goTo, path } from './location.js';

export function App() {
  const [isHelpOpen, openHelp] = useState(false);
  const keys: Keys = {
    j: { meaning: 'next row', press: () => moveToRow(1) },
    k: { meaning: 'previous row', press: () => moveToRow(-1) },
    Enter: { meaning: 'open the row', press: () => undefined },
    Escape: { meaning: 'close, or back to the list', press: () => (isHelpOpen ? openHelp(false) : leave()) },
    '/': { meaning: 'search', press: search },
    '?': { meaning: 'these keys', press: () => openHelp(!isHelpOpen) },
  };
  useListener(keys);
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header>
        <a class="brand" href="/">
          Witan
        </a>
        <nav aria-label="Pages">
          {PAGES.filter(({ title, isOfCoach }) => title !== undefined && (isCoach.value || !isOfCoach)).map(
            ({ title, prefix }) => (
              <a key={prefix} href={prefix} aria-current={isCurrent(prefix) ? 'page' : undefined}>
                {title}
              </a>
            ),
          )}
        </nav>
        <button type="button" onClick={() => openHelp(!isHelpOpen)} aria-expanded={isHelpOpen} title="Keys (?)">
          ?
        </button>
      </header>
      {connection.value === 'lost' && !findPage(path.value).isOfCoach && (
        <p class="notice" role="status">
          Not connected. Run <code>{command}</code> again; this page then continues.
        </p>
      )}
      {isHelpOpen && <KeyHelp keys={keys} />}
      <main id="main" tabIndex={-1} class={isCoach.value && findPage(path.value).isOfCoach ? 'whole' : undefined}>
        <CurrentPage />
      </main>
    </>
  );
}

function isCurrent(prefix: string): boolean {
  return prefix === '/' ? path.value === '/' : path.value.startsWith(prefix);
}

/** The list that the page belongs to. */
function listPath(): string {
  return path.value.split('/', 2).join('/');
}

function leave(): void {
  if (!leaveRow() && listPath() !== path.value) goTo(listPath());
}

/** In this page, or in the list that fits it best. */
function search(): void {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]');
  const list = ['/decisions', '/journal'].includes(listPath()) ? listPath() : '/deliberations';
  if (field === null) goTo(list, { isSearching: true });
  else field.focus();
}

/** The code of a page is loaded when it is first shown. The page before it is gone by then: it would read a path of another. */
function CurrentPage() {
  const [loaded, setLoaded] = useState<{ readonly path: string; readonly Page: ComponentType | null }>();
  const current = path.value;
  useEffect(() => {
    let isCurrent = true;
    const show = (Page: ComponentType | null) => isCurrent && setLoaded({ path: current, Page });
    findPage(current)
      .load(current)
      .then(show, () => show(null));
    return () => {
      isCurrent = false;
    };
  }, [current]);
  if (loaded?.path !== current) return <p class="quiet">Loading …</p>;
  if (loaded.Page === null) {
    return <p role="alert">This page could not be loaded. Is `{command}` still running? Then reload.</p>;
  }
  return <loaded.Page />;
}

function KeyHelp({ keys }: { readonly keys: Keys }) {
  const all = Object.assign({}, keys, ...pageKeys.value.map(({ current }) => current)) as Keys;
  const listed = Object.entries(all).filter(([, { meaning }]) => meaning !== '');
  return (
    <aside class="card" aria-label="Keys">
      <dl class="keys">
        {listed.map(([key, { meaning }]) => (
          <div key={key}>
            <dt>
              <kbd>{key === 'Escape' ? 'Esc' : key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}

/** A page without a key cannot ask which command served it. */
function otherCommand(): string {
  return findPage(path.value).isOfCoach ? 'witan coach' : 'witan view';
}

export function NoAccess() {
  return (
    <main class="alone">
      <h1>Witan</h1>
      <p>
        This page needs a fresh address. Run <code>{isCoach.value ? command : otherCommand()}</code> in your project;
        this page then continues.
      </p>
      {findPage(path.value).isOfCoach && <p>What you typed is kept in this browser.</p>}
    </main>
  );
}
