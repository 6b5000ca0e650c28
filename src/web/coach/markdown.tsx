import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

interface MarkdownProps {
  readonly text: string;
}

/** Like the component of the same name, whose parser is a third of the page: it is loaded when there is a text. */
export function Markdown({ text }: MarkdownProps) {
  const [loaded, setLoaded] = useState<{ readonly Markdown: ComponentType<MarkdownProps> }>();
  useEffect(() => {
    // A part that cannot be loaded, because the server is gone, leaves the text as it is.
    import('../components/markdown.js').then(setLoaded, () => undefined);
  }, []);
  return loaded === undefined ? <p class="stored">{text}</p> : <loaded.Markdown text={text} />;
}
