import { diffLines } from 'diff';
import { takeFocus } from '../shell/keyboard.js';
import type { Conflict } from './use-changes.js';

/** What changes between two texts, line by line, with signs and not only in color. */
export function Difference({ from, to }: { readonly from: string; readonly to: string }) {
  const lines = diffLines(`${from}\n`, `${to}\n`).flatMap(({ value, added, removed }) =>
    value
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => ({ line, kind: added ? 'added' : removed ? 'removed' : 'same' }) as const),
  );
  return (
    <pre class="difference">
      {lines.map(({ line, kind }, index) => (
        <span key={`${index} ${line}`} class={kind}>
          {SIGNS[kind]} {line}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}

const SIGNS = { added: '+', removed: '-', same: ' ' } as const;

/** Both versions of an item that was changed in two places; the person decides. */
export function ConflictView({ conflict: { yours, stored, useMine, useStored } }: { readonly conflict: Conflict }) {
  return (
    <section class="card" aria-labelledby="conflict">
      <h2 id="conflict">Changed elsewhere</h2>
      <p>Another process changed this item after it was shown here. Nothing was stored.</p>
      <div class="sides">
        <Side title="Stored now" text={stored} action="Use stored" onChoose={useStored} isFirst />
        <Side title="With your change" text={yours} action="Use mine" onChoose={useMine} />
      </div>
      <h3>Your change to what is stored</h3>
      <Difference from={stored} to={yours} />
    </section>
  );
}

interface SideProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly onChoose: () => void;
  readonly isFirst?: boolean;
}

function Side({ title, text, action, onChoose, isFirst = false }: SideProps) {
  return (
    <div>
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by keyboard. */}
      <section class="side" tabIndex={0} aria-label={title}>
        <pre>{text === '' ? '(deleted)' : text}</pre>
      </section>
      <button type="button" onClick={onChoose} ref={isFirst ? takeFocus : null}>
        {action}
      </button>
    </div>
  );
}
