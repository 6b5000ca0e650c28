import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals';
import { formatCount } from '../../kernel/format-count.js';
import { takeFocus } from '../shell/keyboard.js';
import { parameters } from '../shell/location.js';
import { editorExtensions } from './editor/extensions.js';
import { NoticeBar } from './editor/notice-bar.js';
import { Workbench, WorkbenchDialogs } from './editor/workbench.js';
import { createWorkbenchState } from './editor/workbench-state.js';
import { lazy } from './lazy.js';
import { KIND_NAMES } from './marks/mark.js';
import type { CoachState, News } from './model/coach-state.js';
import { CoachPanel } from './panel/panel.js';
import { StatusLine } from './status-line.js';
import { createCoachStore } from './store.js';
import { FileTree } from './tree/file-tree.js';
import { createTreeView } from './tree/tree-view.js';
import { useWorkbenchKeys } from './workbench-keys.js';

// For as long as the document is open: unsaved text, its history and the connection stay while another page is shown.
const store = createCoachStore(editorExtensions);
const state = createWorkbenchState(store);
const tree = createTreeView(store);

const AREAS = ['files', 'editor', 'panel'] as const;
type Area = (typeof AREAS)[number];

/** Shown instead of the code, by the parameter `show` of the address. */
const VIEWS = {
  progress: { title: 'Progress', View: lazy(async () => (await import('./progress/progress-view.js')).ProgressView) },
  practice: { title: 'Practice', View: lazy(async () => (await import('./practice/practice-view.js')).PracticeView) },
} as const;

/** The page of `witan coach`. */
export function CoachPage() {
  const shown = parameters.value.get('show');
  return shown === 'progress' || shown === 'practice' ? <OtherView key={shown} name={shown} /> : <CodeView />;
}

function OtherView({ name }: { readonly name: keyof typeof VIEWS }) {
  const { title, View } = VIEWS[name];
  return (
    <div class="coach other">
      <div class="coach-view">
        <nav class="toolbar" aria-label="Views of the coach">
          <a class="tab" href="/coach">
            Code
          </a>
          <a class="tab" href="/coach?show=progress" aria-current={name === 'progress' ? 'page' : undefined}>
            Progress
          </a>
        </nav>
        <h1 ref={takeFocus} tabIndex={-1}>
          {title}
        </h1>
        <View store={store} />
      </div>
      <Announcement coach={store.coach} />
      <StatusLine store={store} state={state} />
      <NoticeBar notice={store.notice} />
    </div>
  );
}

/** The files of the project, an editor, and the coach. A narrow window shows one of them. */
function CodeView() {
  const area = useSignal<Area>('files');
  const unread = useSignal(0);
  const news = unread.value + (store.coach.value.nudge === null ? 0 : 1);
  useSignalEffect(() => {
    if (store.target.value !== undefined || state.comparing.value !== undefined) area.value = 'editor';
  });
  const show = (next: Area) => {
    area.value = next;
    requestAnimationFrame(() => focusArea(next));
  };
  useWorkbenchKeys({ store, state, nextArea: () => show(areaAfter(focusedArea() ?? area.peek())) });
  const props = (name: Area) => ({
    id: `coach-${name}`,
    class: `coach-area coach-${name}`,
    onFocusIn: () => (area.value = name),
  });
  return (
    <div class={`coach shows-${area.value}`}>
      <h1 class="hidden">Coach</h1>
      <div class="coach-switch">
        {AREAS.map((name) => (
          <button key={name} type="button" aria-pressed={area.value === name} onClick={() => show(name)}>
            {NAMES[name]}
            {name === 'panel' && news > 0 && ` (${news} new)`}
          </button>
        ))}
      </div>
      <nav {...props('files')} aria-label="Files">
        <FileTree store={store} view={tree} />
      </nav>
      <section {...props('editor')} aria-label="Editor">
        <Workbench store={store} state={state} />
      </section>
      <aside {...props('panel')} aria-label="Coach" tabIndex={-1}>
        <CoachPanel store={store} unread={unread} />
      </aside>
      <Announcement coach={store.coach} />
      <StatusLine store={store} state={state} />
      <WorkbenchDialogs store={store} state={state} />
    </div>
  );
}

const NAMES: Readonly<Record<Area, string>> = { files: 'Files', editor: 'Editor', panel: 'Coach' };

function areaAfter(area: Area): Area {
  return AREAS[(AREAS.indexOf(area) + 1) % AREAS.length] as Area;
}

function focusedArea(): Area | undefined {
  return AREAS.find((name) => document.activeElement?.closest(`#coach-${name}`) !== null);
}

/** The tree, the text, or the first thing in it that can be used; a command to copy is none. */
function focusArea(area: Area): void {
  const element = document.getElementById(`coach-${area}`);
  const text = element?.querySelector('.editor')?.shadowRoot?.querySelector<HTMLElement>('.cm-content');
  const tree = element?.querySelector<HTMLElement>('[role=tree]');
  const parts = element?.querySelectorAll<HTMLElement>(':enabled:is(button, input, textarea):not(.command *)') ?? [];
  (text ?? tree ?? [...parts].find((part) => part.checkVisibility()) ?? element)?.focus();
}

/** Tells a screen reader what the coach did last, wherever the person is. The first state is not news. */
function Announcement({ coach }: { readonly coach: ReadonlySignal<CoachState> }) {
  const { news } = coach.value;
  return (
    <p class="hidden" role="status">
      {news === null ? '' : formatNews(news)}
    </p>
  );
}

function formatNews({ type, payload }: News): string {
  switch (type) {
    case 'coaching:message':
      return `Coach, ${KIND_NAMES[payload.type]}: ${payload.message}`;
    case 'coaching:plan_ready':
      return `The coach made a plan with ${formatCount(payload.phases.length, 'phase')}.`;
    case 'council:answer':
      if (payload.status === 'running') return 'The council is working on your question.';
      return payload.status === 'done' ? `The council answered: ${payload.text}` : `No verdict: ${payload.text}`;
    case 'session:ended':
      return 'The session has ended.';
    case 'session:completed':
      return 'The summary of the session is ready.';
    case 'review:phase':
      return `The review of phase ${payload.phaseNumber} is ready: ${payload.summary}`;
    case 'observer:nudge':
      return `The coach noticed something: ${payload.text}`;
  }
}
