import { cutText } from '../kernel/cut-text.js';

/** A path of the disk or of a participant, safe to print: what would move the cursor or hide itself is written out. */
export function printablePath(path: string): string {
  const shown = cutText(path, MAX_SHOWN_LENGTH);
  return shown.replace(INVISIBLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Whether a path contains characters that no reader can see; such a path is never opened. */
export function hasInvisibleCharacters(path: string): boolean {
  INVISIBLE.lastIndex = 0;
  return INVISIBLE.test(path);
}

const MAX_SHOWN_LENGTH = 300;
/** Controls, format characters (direction marks among them), separators of lines, lone surrogates, empty letters. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
