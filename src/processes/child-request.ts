/** The output of a child. Bytes that are not UTF-8 become U+FFFD; of standard error only the end is kept. */
export interface ChildOutput {
  readonly stdout: string;
  readonly stderr: string;
}

/** Why a child gave no result. Once it has run, what it wrote is kept: tools explain themselves there. */
export type ChildFailure =
  | { readonly kind: 'not_found'; readonly command: string }
  | { readonly kind: 'not_executable'; readonly command: string; readonly detail: string }
  | { readonly kind: 'arguments_too_long'; readonly detail: string }
  | { readonly kind: 'not_started'; readonly detail: string }
  | { readonly kind: 'cancelled' }
  /** A line on standard output said that the program would get no further. */
  | { readonly kind: 'stopped'; readonly output: ChildOutput }
  | { readonly kind: 'timeout'; readonly afterMs: number; readonly output: ChildOutput }
  | { readonly kind: 'output_too_large'; readonly limitBytes: number; readonly output: ChildOutput }
  | {
      readonly kind: 'exited';
      readonly code: number | null;
      readonly signal?: string;
      readonly output: ChildOutput;
    };
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
  /** The time that a group that was asked to end may take before it is killed. */
  readonly graceMs?: number;
}
