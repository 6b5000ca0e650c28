import type { Axis } from '../../../learning/index.js';
import { optionsOf } from '../../fields/options.js';

export const AXES = optionsOf<Axis>({ full: true, strategy: true, surprise: true, root_cause: true });
