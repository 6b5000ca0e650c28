import type { OpenFile } from '../model/open-file.js';
import { nameOf, parentOf } from '../model/project-tree.js';
import type { CoachStore } from '../store.js';

interface TabsProps {
  readonly store: CoachStore;
  readonly close: (file: OpenFile) => void;
}

/** The open files. A dot says that a file has changes which are not saved. */
export function Tabs({ store, close }: TabsProps) {
  const { tabs, current } = store.files;
  const names = tabs.value.map(({ path }) => nameOf(path));
  return (
    <ul class="coach-tabs" aria-label="Open files">
      {tabs.value.map((file) => {
        const name = nameOf(file.path);
        const isShared = names.indexOf(name) !== names.lastIndexOf(name);
        return (
          <li key={file.path} class={file === current.value ? 'current' : ''}>
            <button
              type="button"
              class="coach-tab"
              aria-current={file === current.value ? 'true' : undefined}
              title={file.path}
              ref={file === current.value ? scrollToTab : null}
              onClick={() => store.files.show(file)}
              onAuxClick={(event) => event.button === 1 && close(file)}
            >
              {name}
              {isShared && <span class="quiet"> {parentOf(file.path)}</span>}
              {file.isOutdated.value && (
                <span class="warn"> {file.disk.value?.version === null ? 'deleted' : 'changed'} on disk</span>
              )}
              {file.isDirty.value && (
                <span class="dirty" title="Not saved">
                  ●<span class="hidden"> not saved</span>
                </span>
              )}
            </button>
            <button type="button" class="coach-close" aria-label={`Close ${name}`} onClick={() => close(file)}>
              ×
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function scrollToTab(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
