import { cat } from './cat.js';
import type { Command } from './command.js';
import { find } from './find/find.js';
import { grep } from './grep/grep.js';
import { head } from './head.js';
import { ls } from './ls/ls.js';
import { tail } from './tail.js';

export const COMMANDS: readonly Command[] = [ls, grep, find, cat, head, tail];

export { splitWords } from './split-words.js';
