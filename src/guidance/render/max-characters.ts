/** Claude Code replaces longer texts by a file and a preview. */
export const MAX_CHARACTERS = 1950;
