import type { ModelAdapter } from '../../models/index.js';
import type { RecordedSeat } from './seat.js';

/** For a seat that is read from a record: nothing may be asked through it. */
export function silentAdapter({ cli, kind }: Pick<RecordedSeat, 'cli' | 'kind'>): ModelAdapter {
  return {
    name: cli,
    kind,
    ask: async () => {
      throw new Error('everything comes from the record');
    },
    availability: async () => ({ available: false, reason: 'no model is asked', remedy: 'none is needed' }),
  };
}
