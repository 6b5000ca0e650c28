/** More than this may be replaced by a file that nobody opens. */
export const MOST_CHARACTERS = 1950;
