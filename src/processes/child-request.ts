export interface ChildRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly stdin?: string;
  /** The whole environment of the child except our mark (`WITAN_CHILD`); nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Called with each complete line of standard output; `true` ends the program, which would only wait from here. */
  readonly stopAt?: (line: string) => boolean;
  readonly maxOutputBytes?: number;
  /** How long a group that was asked to end may take before it is killed. */
  readonly graceMs?: number;
}
