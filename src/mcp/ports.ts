import type { Council } from '../council/index.js';

/** What the council's tools ask of the rest of the program; `main` fills it. */
export interface CouncilAccess {
  /** Where a deliberation takes place when the caller names no folder. */
  readonly defaultWorkingDirectory: string;
  /** Reads the configuration at the first call. Rejects with a `UserError` for one it cannot use, and tries again next time. */
  open(): Promise<OpenCouncil>;
}

export interface OpenCouncil {
  readonly council: Council;
  readonly catalogue: ModelCatalogue;
  readonly maxRoundsInResponse: number;
  readonly progressIntervalMs: number;
}

export interface ModelCatalogue {
  adapterNames(): readonly string[];
  /** The ids that an adapter accepts; undefined when it accepts any. Asks the adapter where the registry is silent. */
  modelIds(adapter: string, signal: AbortSignal): Promise<readonly string[] | undefined>;
  list(signal: AbortSignal): Promise<readonly CatalogueEntry[]>;
}

/** One adapter, as `list_models` shows it. */
export type CatalogueEntry = {
  readonly adapter: string;
  readonly type: 'cli' | 'http' | 'rehearsal';
  readonly models: readonly CatalogueModel[];
} & (
  | { readonly available: true; readonly detail: string }
  | { readonly available: false; readonly reason: string; readonly remedy: string }
);

export interface CatalogueModel {
  readonly id: string;
  readonly label: string;
  readonly tier: string | null;
  readonly default: boolean;
  readonly enabled: boolean;
  readonly family: string;
}
