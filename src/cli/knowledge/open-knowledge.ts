import type { Knowledge } from '../../guidance/index.js';
import { openPlace, type PlaceOptions } from '../journal/open-place.js';
import type { CommandLinePorts } from '../ports.js';

export interface KnowledgeOptions extends PlaceOptions {
  readonly json?: boolean;
}

export async function openKnowledge(place: PlaceOptions, ports: CommandLinePorts): Promise<Knowledge> {
  return (await openPlace(place, ports)).knowledge();
}
