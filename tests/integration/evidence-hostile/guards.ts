import type { Guard } from './guards/guard.js';
import { REQUESTS } from './guards/requests.js';
import { SECRETS } from './guards/secrets.js';
import { WALLS } from './guards/walls.js';

export const GUARDS: readonly Guard[] = [...WALLS, ...REQUESTS, ...SECRETS];
