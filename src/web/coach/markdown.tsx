import { useLoaded } from './lazy.js';

/** Like the component of the same name, whose parser is a third of the page: it is loaded when there is a text. */
export function Markdown({ text }: { readonly text: string }) {
  const Loaded = useLoaded(async () => (await import('../components/markdown.js')).Markdown);
  // Until then, or without it, the text is shown as it is.
  return Loaded == null ? <p class="stored">{text}</p> : <Loaded text={text} />;
}
