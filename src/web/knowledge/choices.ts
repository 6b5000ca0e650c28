/** The choices of filters and forms: value and text. */
export const PRIORITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'].map((name) => [name, name] as const);
export const TYPES = ['checklist', 'pattern', 'warning', 'requirement'].map((name) => [name, name] as const);
