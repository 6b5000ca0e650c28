/**
 * The databases that this user's Witan made or adopted, listed outside of every project. A database that came with a
 * project is not among them, whatever it says about itself. All functions reject with a `UserError` if the list cannot
 * be used.
 */
export interface KnownDatabases {
  /** Whether the database with this id was made or adopted under this path. */
  isKnown(id: number, file: string): Promise<boolean>;
  /** Where the database with this id was last; undefined for one that is not listed. */
  fileOf(id: number): Promise<string | undefined>;
  /** Resolves when the database is listed. */
  add(id: number, file: string): Promise<void>;
}
