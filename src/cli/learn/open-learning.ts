import { UserError } from '../../kernel/user-error.js';
import type { Learning } from '../../learning/index.js';
import { openPlace, type PlaceOptions } from '../journal/open-place.js';
import type { CommandLinePorts } from '../ports.js';

/** What was learned in this project; a `UserError` where nothing was yet. */
export async function openLearning(place: PlaceOptions, ports: CommandLinePorts): Promise<Learning> {
  const { learning } = await openPlace(place, ports);
  const opened = await learning();
  if (opened !== undefined) return opened;
  throw new UserError('insufficient_data', 'nothing was learned here yet; experiences come from resolved entries');
}
