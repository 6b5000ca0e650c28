/**
 * The databases that this user's Witan made or adopted, listed outside of every project. A database that came with a
 * project is not among them, whatever it says about itself. Both functions reject with a `UserError` if the list cannot
 * be used.
 */
export interface KnownDatabases {
  /** Whether the database with this id was made or adopted under this path. */
  isKnown(id: number, file: string): Promise<boolean>;
  /** Resolves when the database is listed. */
  add(id: number, file: string): Promise<void>;
}
