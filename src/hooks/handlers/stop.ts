import type { Handler } from '../handler.js';
import { NOTHING } from '../protocol.js';

export const stop: Handler = () => NOTHING;
