// The values that fields of this domain accept. Without imports, so that the MCP server can use them without loading the domain.

/** The texts by which experiences are compared: everything, the strategy, the surprise or the root cause. */
export const AXES = ['full', 'strategy', 'surprise', 'root_cause'] as const;
export type Axis = (typeof AXES)[number];
