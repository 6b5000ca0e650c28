import type { Words } from './programs.js';
import { readShellLine } from './read-line.js';

/** Statements one after the other; the last one's exit code is that of the whole. */
export type CommandList = readonly Chain[];

/** Pipelines joined by `&&` and `||`. */
export type Chain = readonly Link[];

export interface Link {
  readonly after: string;
  readonly isNegated: boolean;
  readonly stages: readonly Stage[];
  readonly isBackground?: boolean;
}

/** A command, or a group of them, which has no words. */
export interface Stage {
  readonly words: Words;
  readonly list?: CommandList;
}

/**
 * Reads the structure of a line, on which its exit code depends. Undefined if it is not plainly a list of commands:
 * broken, or with loops, conditions, substitutions or here-documents, which cannot be judged from outside.
 */
export function readList(line: string): CommandList | undefined {
  const { tokens, unclosed } = readShellLine(line);
  const items: (string | string[])[] = [];
  for (const token of tokens) {
    const last = items.at(-1);
    if (token.kind === 'here-document' || token.kind === 'substitution') return undefined;
    if (token.kind === 'redirection') continue;
    if (token.kind === 'operator') items.push(token.text);
    else if (typeof last === 'object') last.push(token.text);
    else items.push(/^[{}!]$/.test(token.text) ? token.text : [token.text]);
  }
  return unclosed === undefined ? parse(items) : undefined;
}

const RESERVED = /^(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|select|function|coproc|\[\[)$/;

/** Reads operators and commands. `{`, `}` and `!` are operators where a command begins. */
function parse(items: readonly (string | Words)[]): CommandList | undefined {
  let index = 0;
  let isPlain = true;
  /** Takes one of these operators, and the line ends behind it. */
  const accept = (...operators: readonly string[]): string | undefined => {
    const found = operators.find((operator) => operator === items[index]);
    if (found !== undefined)
      do index++;
      while (items[index] === '\n');
    return found;
  };
  const isAtEnd = () => index >= items.length || items[index] === ')' || items[index] === '}';
  const list = readChains();
  return isPlain && index === items.length ? list : undefined;

  function readChains(): CommandList {
    const chains: Chain[] = [];
    accept('\n');
    while (isPlain && !isAtEnd()) {
      const chain = readChain();
      const end = accept(';', '&', '\n');
      isPlain &&= end !== undefined || isAtEnd();
      chains.push(end === '&' ? chain.map((link) => ({ ...link, isBackground: true })) : chain);
    }
    return chains;
  }

  function readChain(): Link[] {
    const links: Link[] = [];
    for (let after: string | undefined = '&&'; isPlain && after !== undefined; after = accept('&&', '||')) {
      const isNegated = items[index] === '!';
      if (isNegated) index++;
      const stages = [readStage()];
      while (isPlain && accept('|', '|&') !== undefined) stages.push(readStage());
      links.push({ after, isNegated, stages });
    }
    return links;
  }

  function readStage(): Stage {
    const open = accept('(', '{');
    const list = open === undefined ? undefined : readChains();
    const item = items[index++];
    if (list !== undefined) {
      isPlain &&= item === (open === '(' ? ')' : '}');
      return { words: [], list };
    }
    const words = typeof item === 'object' && !RESERVED.test(item[0] ?? '') ? item : undefined;
    isPlain &&= words !== undefined;
    return { words: words ?? [] };
  }
}
