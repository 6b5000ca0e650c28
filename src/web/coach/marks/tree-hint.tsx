import type { TreeHintState } from './find-tree-hints.js';

/** Stands behind the name of a file or folder. */
export function TreeHint({ hint }: { readonly hint: TreeHintState }) {
  const { symbol, name } = LOOKS[hint.style];
  const text = hint.isInside ? `contains a file: ${name}` : name;
  return (
    <span class={`tree-hint ${hint.style}${hint.isInside ? ' inside' : ''}`} title={`Coach: ${text}`}>
      <span aria-hidden="true">{hint.isInside ? '•' : symbol}</span>
      <span class="hidden">, coach: {text}</span>
    </span>
  );
}

const LOOKS: Readonly<Record<TreeHintState['style'], { readonly symbol: string; readonly name: string }>> = {
  suggested: { symbol: '?', name: 'suggested' },
  important: { symbol: '!', name: 'important' },
  critical: { symbol: '‼', name: 'critical' },
};
