import { formatCount } from '../../../kernel/format-count.js';
import { countHidden } from '../marks/mark.js';
import type { CoachSession, HintLevel } from '../model/coach-state.js';
import type { PanelProps } from './panel-props.js';

interface HintSliderProps extends Pick<PanelProps, 'coach' | 'act'> {
  readonly session: CoachSession;
}

/** How much of what the coach points at is shown, and a way to ask for more of it. */
export function HintSlider({ coach, session, act }: HintSliderProps) {
  const { hintLevel, hintsUsed = 0 } = session;
  const index = LEVELS.findIndex(({ level }) => level === hintLevel);
  const hidden = countHidden(coach, hintLevel);
  const isInPhase = session.phases.some(({ status }) => status === 'active');
  const reason = isInPhase ? whyNoMore(hintLevel) : 'Start a phase to get one more.';
  const change = (to: number) => {
    const level = LEVELS[to]?.level;
    if (level !== undefined && level !== hintLevel) {
      void act('hints:level_change', { level, previousLevel: hintLevel });
    }
  };
  return (
    <section class="coach-hints" aria-labelledby="hints">
      <div class="toolbar">
        <h2 id="hints">Hints</h2>
        {isInPhase && hintsUsed > 0 && <span class="quiet">{hintsUsed} used in this phase</span>}
        <button
          type="button"
          // Not `disabled`: the button would lose the focus with the last hint, and its reason would not be read.
          aria-disabled={reason !== undefined}
          aria-describedby={reason === undefined ? undefined : 'no-hint'}
          onClick={() => reason === undefined && void act('hint:more', {})}
        >
          One more hint
        </button>
      </div>
      <input
        type="range"
        class="hint-slider"
        min={0}
        max={LEVELS.length - 1}
        step={1}
        value={index}
        aria-labelledby="hints"
        aria-valuetext={LEVELS[index]?.name}
        aria-describedby="hint-level"
        onChange={({ currentTarget }) => change(Number(currentTarget.value))}
      />
      <p class="hint-levels" aria-hidden="true">
        {LEVELS.map(({ level, name }) => (
          <span key={level} class={level === hintLevel ? 'current' : undefined}>
            {name}
          </span>
        ))}
      </p>
      <p role="status">
        <span id="hint-level" class="quiet">
          {LEVELS[index]?.meaning}
        </span>{' '}
        {hidden > 0 && `${formatCount(hidden, 'mark')} of the coach ${hidden === 1 ? 'is' : 'are'} hidden. `}
        {reason !== undefined && <span id="no-hint">{reason}</span>}
      </p>
    </section>
  );
}

/** Undefined if there can be one more. */
function whyNoMore(level: HintLevel): string | undefined {
  return level === LEVELS.at(-1)?.level ? 'No closer hint is left.' : undefined;
}

const LEVELS: readonly { readonly level: HintLevel; readonly name: string; readonly meaning: string }[] = [
  { level: 'none', name: 'None', meaning: 'No mark is shown.' },
  { level: 'file', name: 'File', meaning: 'The tree shows the file.' },
  { level: 'region', name: 'Region', meaning: 'The editor shows the region.' },
  { level: 'line', name: 'Line', meaning: 'The editor shows the line.' },
];
