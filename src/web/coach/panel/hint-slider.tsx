import { formatCount } from '../../../kernel/format-count.js';
import { countHidden } from '../marks/mark.js';
import type { CoachSession, HintLevel } from '../model/coach-state.js';
import type { PanelProps } from './panel-props.js';

interface HintSliderProps extends Pick<PanelProps, 'coach' | 'act'> {
  readonly session: CoachSession;
}

/** How much of what the coach points at is shown. */
export function HintSlider({ coach, session: { hintLevel }, act }: HintSliderProps) {
  const index = LEVELS.findIndex(({ level }) => level === hintLevel);
  const hidden = countHidden(coach, hintLevel);
  const change = (to: number) => {
    const level = LEVELS[to]?.level;
    if (level !== undefined && level !== hintLevel) {
      void act('hints:level_change', { level, previousLevel: hintLevel });
    }
  };
  return (
    <section aria-labelledby="hints">
      <h2 id="hints">Hints</h2>
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
      <p id="hint-level" class="quiet">
        {LEVELS[index]?.meaning}
      </p>
      {hidden > 0 && (
        <p role="status">
          {formatCount(hidden, 'mark of the coach is', 'marks of the coach are')} hidden at this level.
        </p>
      )}
    </section>
  );
}

const LEVELS: readonly { readonly level: HintLevel; readonly name: string; readonly meaning: string }[] = [
  { level: 'none', name: 'none', meaning: 'Nothing that the coach points at is shown.' },
  { level: 'file', name: 'file', meaning: 'The tree shows the file, the editor no lines.' },
  { level: 'region', name: 'region', meaning: 'The editor shows the region, not the line.' },
  { level: 'line', name: 'line', meaning: 'The editor shows the line, and what the coach says about it.' },
];
