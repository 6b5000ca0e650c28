import { useContext, useState } from 'preact/hooks';
import { ShowAll } from './show-all.js';

/** A stored text as it is, with its lines, or as prose. Of a long one the beginning, until the person wants all of it. */
export function LongText({ text, isProse = false }: { readonly text: string; readonly isProse?: boolean }) {
  const [isWhole, showWhole] = useState(useContext(ShowAll));
  const length = isProse ? MAX_PROSE_LENGTH : MAX_LENGTH;
  const isCut = !isWhole && text.length > length;
  const shown = isCut ? `${text.slice(0, length)}…` : text;
  return (
    <>
      {isProse ? <p class="stored">{shown}</p> : <pre class="long">{shown}</pre>}
      {isCut && (
        <button type="button" onClick={() => showWhole(true)}>
          Show all {text.length.toLocaleString('en')} characters
        </button>
      )}
    </>
  );
}

const MAX_LENGTH = 20_000;
const MAX_PROSE_LENGTH = 1_200;
