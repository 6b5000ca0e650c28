import { createRequire } from 'node:module';

interface Executing {
  exec: (sql: string) => unknown;
}

/**
 * SQLite keeps pages in memory up to a limit of up to 16 MB for each database, more than a thousand deliberations fill:
 * with small limits the caches are full early, and what grows afterwards is not a cache.
 */
export function keepPageCachesSmall(): void {
  for (const prototype of databasePrototypes()) {
    const limited = new WeakSet<object>();
    prototype.exec = new Proxy(prototype.exec, {
      apply(exec, database: Executing, given) {
        if (!limited.has(database)) Reflect.apply(exec, database, [`PRAGMA cache_size = -${KILOBYTES}`]);
        limited.add(database);
        return Reflect.apply(exec, database, given);
      },
    });
  }
}

const KILOBYTES = 128;

/** Of whichever SQLite the program will choose. */
function databasePrototypes(): Executing[] {
  const load = createRequire(import.meta.url);
  const found = [() => load('node:sqlite').DatabaseSync, () => load('better-sqlite3')].flatMap((find) => {
    try {
      const { prototype }: { readonly prototype: Executing } = find();
      return [prototype];
    } catch {
      // Not the one that is used here.
      return [];
    }
  });
  if (found.length === 0) throw new Error('neither SQLite is here, of which the program uses one');
  return found;
}
