import { Contradictions } from '../decisions/contradictions.js';
import { DecisionDetail } from '../decisions/detail.js';
import { DecisionList } from '../decisions/list.js';
import { DecisionMap } from '../decisions/map.js';
import { Reliability } from '../decisions/reliability.js';
import { parameters, path } from '../shell/location.js';

const PREFIX = '/decisions/';

const VIEWS = [
  ['', 'List', DecisionList],
  ['map', 'Map', DecisionMap],
  ['contradictions', 'Contradictions', Contradictions],
  ['reliability', 'Reliability', Reliability],
] as const;

/** Did we decide this before, and was it right? */
export function DecisionsPage() {
  if (path.value.startsWith(PREFIX)) return <DecisionDetail id={decodeURIComponent(path.value.slice(PREFIX.length))} />;
  const shown = parameters.value.get('show') ?? '';
  const [name, , Shown] = VIEWS.find(([each]) => each === shown) ?? VIEWS[0];
  return (
    <>
      <nav class="toolbar" aria-label="Views of decisions">
        {VIEWS.map(([each, title]) => (
          <a
            key={each}
            class="tab"
            href={each === '' ? '/decisions' : `/decisions?show=${each}`}
            aria-current={each === name ? 'page' : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      <Shown />
    </>
  );
}
