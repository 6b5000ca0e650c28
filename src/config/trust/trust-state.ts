/**
 * What the user has said of a folder's own configuration file.
 * trusted: it may choose programs, addresses and limits, as it stands now. changed: it was trusted with another text.
 * unpinned: an older version of the program trusted the folder without looking at the file. unknown: nothing was said.
 */
export type TrustState = 'trusted' | 'changed' | 'unpinned' | 'unknown';
