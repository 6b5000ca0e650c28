import { CONFINEMENT } from './guards/confinement.js';
import type { Guard } from './guards/guard.js';
import { REQUESTS } from './guards/requests.js';
import { SECRETS } from './guards/secrets.js';

export const GUARDS: readonly Guard[] = [...CONFINEMENT, ...REQUESTS, ...SECRETS];
