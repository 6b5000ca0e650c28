/** What was to be measured, or to be measured against, is not there. The table says so and continues. */
export class Unavailable extends Error {}
