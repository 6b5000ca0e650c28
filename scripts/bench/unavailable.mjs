/** What was to be measured, or to be measured against, is not there. The table says so and goes on. */
export class Unavailable extends Error {}
