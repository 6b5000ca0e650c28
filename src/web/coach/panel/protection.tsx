import { Command } from '../../components/text.js';
import type { CoachState } from '../model/coach-state.js';

/** Whether Claude Code is kept from writing: said only of a session whose hooks have reported. */
export function Protection({ writes, agents }: CoachState['status']) {
  const { symbol, look } = LOOKS[writes];
  return (
    <p class={`protection ${look}`} role="status">
      <b aria-hidden="true">{symbol}</b>
      <span>
        {writes === 'held' && 'Claude Code connected, writes held'}
        {writes === 'paused' && 'Paused: Claude Code may write'}
        {writes === 'no_session' && 'No session: Claude Code may write'}
        {writes === 'not_protected' && (
          <>
            Not protected: run <Command text="witan init" />
          </>
        )}
        {agents > 1 && ` (${agents} agents)`}
      </span>
    </p>
  );
}

const LOOKS = {
  held: { symbol: '✓', look: 'good' },
  paused: { symbol: '‖', look: 'warn' },
  not_protected: { symbol: '!', look: 'warn' },
  no_session: { symbol: '–', look: 'quiet' },
} as const;
