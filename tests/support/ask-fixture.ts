import type { CliAdapterSettings, ModelAdapter, ModelRequest } from '../../src/models/index.js';
import { cliSettings, fixtureMachine, fixturePath, modelRequest } from './cli-fixture.js';

type Create = (
  settings: CliAdapterSettings,
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
) => ModelAdapter;

export interface Situation {
  readonly behavior?: string;
  readonly settings?: Partial<CliAdapterSettings>;
  readonly request?: Partial<ModelRequest>;
  readonly environment?: Readonly<Record<string, string>>;
  prepare?(home: string): void;
}

/** Asks an imitated tool through its adapter, and returns the answer with how the tool was called. */
export async function askFixture(create: Create, fixture: string, situation: Situation = {}) {
  const machine = fixtureMachine(situation.behavior);
  situation.prepare?.(machine.home);
  const environment = { ...machine.environment, ...situation.environment };
  const adapter = create(cliSettings(fixturePath(fixture), situation.settings), 'tool', environment);
  const answer = await adapter.ask(modelRequest(situation.request));
  const calls = machine.calls();
  return { answer, calls, argv: calls[0]?.argv ?? [], home: machine.home };
}
