import MarkdownIt, { type Token } from 'markdown-it';
import { type ComponentChildren, h } from 'preact';
import { LongText } from './long-text.js';

/**
 * The Markdown of a model, as components: no HTML of the text is ever used. Links and images are shown as text with their
 * address, so that nothing is fetched and nothing leads away. A very long text is shown as it is.
 */
export function Markdown({ text }: { readonly text: string }) {
  const tokens = text.length > MAX_LENGTH ? [] : parser.parse(text, {});
  const count = tokens.reduce((sum, { children }) => sum + 1 + (children?.length ?? 0), 0);
  if (text.length > MAX_LENGTH || count > MAX_TOKENS) return <LongText text={text} />;
  return <div class="markdown">{renderTokens(tokens)}</div>;
}

/** Beyond them, parsing and layout would be felt. */
const MAX_LENGTH = 100_000;
const MAX_TOKENS = 10_000;

const parser = new MarkdownIt('default', { html: false, linkify: false, typographer: false, maxNesting: 20 });

function renderTokens(tokens: readonly Token[]): ComponentChildren[] {
  const root: ComponentChildren[] = [];
  const open: { readonly token: Token; readonly children: ComponentChildren[] }[] = [];
  for (const [index, token] of tokens.entries()) {
    const siblings = open.at(-1)?.children ?? root;
    // The paragraphs of a tight list.
    if (token.hidden) continue;
    if (token.nesting === 1) open.push({ token, children: [] });
    else if (token.nesting === 0) siblings.push(renderSingle(token, index));
    else {
      const closed = open.pop();
      if (closed !== undefined)
        (open.at(-1)?.children ?? root).push(renderElement(closed.token, closed.children, index));
    }
  }
  return root;
}

function renderElement(token: Token, children: ComponentChildren, key: number): ComponentChildren {
  if (token.type === 'link_open') {
    return (
      <span key={key}>
        {children} <span class="address">({token.attrGet('href')})</span>
      </span>
    );
  }
  // A heading of an answer is not one of the page.
  if (token.type === 'heading_open')
    return (
      <p key={key} class="heading">
        {children}
      </p>
    );
  return h(ELEMENTS.has(token.tag) ? token.tag : 'span', { key }, children);
}

const ELEMENTS = new Set([
  'p',
  'ul',
  'ol',
  'li',
  'blockquote',
  'em',
  'strong',
  's',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
]);

function renderSingle(token: Token, key: number): ComponentChildren {
  switch (token.type) {
    case 'inline':
      return renderTokens(token.children ?? []);
    case 'code_inline':
      return <code key={key}>{token.content}</code>;
    case 'fence':
    case 'code_block':
      return (
        <pre key={key}>
          <code>{token.content}</code>
        </pre>
      );
    case 'hr':
      return <hr key={key} />;
    case 'softbreak':
      return '\n';
    case 'hardbreak':
      return <br key={key} />;
    case 'image':
      return (
        <span key={key} class="address">
          (image: {token.content} {token.attrGet('src')})
        </span>
      );
    default:
      return token.content;
  }
}
