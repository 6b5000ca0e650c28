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
  'editor:tab_switch': (change, { coach }) => coach.actions.log('tab_switch', change),
  'editor:selection': (selection, { coach }) => coach.actions.log('selection', selection),
  'editor:scroll': doNothing,
  'explorer:expand_dir': doNothing,
  'explorer:collapse_dir': doNothing,
  async 'hints:level_change'(change, { coach, broadcast }) {
    await coach.sessions.setHintLevel(change.level, broadcast);
    await coach.actions.log('hint_level_change', change);
  },
  'user:idle_start': (idle, { coach }) => coach.actions.log('idle_start', idle),
  'user:idle_end': (_nothing, { coach }) => coach.actions.log('idle_end', {}),
};
