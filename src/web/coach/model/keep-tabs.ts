import { effect } from '@preact/signals';
import type { OpenFiles } from './open-files.js';

/** Opens the files that this browser tab had before a reload, and notes which are open from now on. */
export function keepTabs(project: string, files: Pick<OpenFiles, 'tabs' | 'current' | 'open'>): void {
  const key = `witan-coach-files ${project}`;
  const { paths = [], current } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<KeptTabs>;
  for (const path of paths) files.open(path, { isShown: path === current, isRestored: true });
  effect(() => {
    const kept: KeptTabs = { paths: files.tabs.value.map(({ path }) => path), current: files.current.value?.path };
    sessionStorage.setItem(key, JSON.stringify(kept));
  });
}

interface KeptTabs {
  readonly paths: readonly string[];
  readonly current: string | undefined;
}
