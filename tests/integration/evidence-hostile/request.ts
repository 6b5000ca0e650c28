/** One thing that a hostile participant asks for. */
export interface HostileRequest {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** refused: it must fail. harmless: whatever the result, no canary and no change. */
  readonly expect: 'refused' | 'harmless';
  /** Which guard it tries, for the message of a failing row. */
  readonly tries: string;
}

export const command =
  (tries: string, expect: HostileRequest['expect']) =>
  (name: string, ...args: readonly string[]): HostileRequest => ({
    tool: 'run_command',
    arguments: { command: name, args },
    expect,
    tries,
  });
