import type { Handlers } from './handler.js';

const doNothing = async () => undefined;

/** Actions of the person in the editor: recorded for the coach, without an answer. */
export const editor: Handlers<
  | 'editor:tab_switch'
  | 'editor:selection'
  | 'editor:scroll'
  | 'explorer:expand_dir'
  | 'explorer:collapse_dir'
  | 'hints:level_change'
  | 'user:idle_start'
  | 'user:idle_end'
> = {
  'editor:tab_switch': (change, { ports }) => ports.actions.log('tab_switch', change),
  'editor:selection': (selection, { ports }) => ports.actions.log('selection', selection),
  'editor:scroll': doNothing,
  'explorer:expand_dir': doNothing,
  'explorer:collapse_dir': doNothing,
  async 'hints:level_change'(change, { ports, broadcast }) {
    await ports.sessions.setHintLevel(change.level, broadcast);
    await ports.actions.log('hint_level_change', change);
  },
  'user:idle_start': (idle, { ports }) => ports.actions.log('idle_start', idle),
  'user:idle_end': (_nothing, { ports }) => ports.actions.log('idle_end', {}),
};
