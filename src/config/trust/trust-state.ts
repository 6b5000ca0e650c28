/**
 * Whether the user trusts a project's own configuration file.
 * trusted: its present text may choose programs, addresses and limits. changed: another text was trusted.
 * unpinned: an older version trusted the folder without looking at the file. unknown: it was never trusted.
 */
export type TrustState = 'trusted' | 'changed' | 'unpinned' | 'unknown';
