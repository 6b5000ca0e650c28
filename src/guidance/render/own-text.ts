/** Our own texts are recognized by this mark: nothing is learned from them. */
export const OWN_MARK = 'Witan guidance';

/** Claude Code replaces longer texts by a file and a preview. */
export const MAX_CHARACTERS = 1950;
