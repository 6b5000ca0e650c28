import type { ToPage } from '../../../http/websocket/protocol.js';

interface ConstraintsProps {
  readonly all: ToPage['practice:kata_load']['constraints'];
  /** Titles. */
  readonly chosen: readonly string[];
  readonly choose: (titles: readonly string[]) => void;
}

/** What makes the kata harder; some need a level that was not reached yet. */
export function Constraints({ all, chosen, choose }: ConstraintsProps) {
  if (all.length === 0) return null;
  const others = (title: string) => chosen.filter((each) => each !== title);
  return (
    <fieldset class="constraints">
      <legend>Constraints</legend>
      {all.map(({ title, description, minLevel, isUnlocked }) => (
        <label key={title} class={isUnlocked ? undefined : 'quiet'}>
          <input
            type="checkbox"
            disabled={!isUnlocked}
            checked={isUnlocked && chosen.includes(title)}
            onChange={({ currentTarget }) => choose(currentTarget.checked ? [...others(title), title] : others(title))}
          />
          <span>
            <strong>{title}</strong>: {description} {!isUnlocked && <em>Locked: needs level {minLevel}.</em>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
