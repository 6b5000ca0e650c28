import type {
  DeliberateOptions,
  DeliberationRequest,
  DeliberationResult,
  ResumeRequest,
} from '../../src/council/index.js';
import type { Open } from '../../src/mcp/index.js';
import type { CouncilProgram } from '../../src/mcp/tools/council/deliberate.js';
import type { CatalogEntry } from '../../src/models/index.js';
import { EXAMPLE_ESTIMATE, exampleResult } from './example-result.js';

export interface FakeCouncil {
  readonly open: Open<CouncilProgram>;
  readonly resumed: ResumeRequest[];
  readonly requests: { readonly request: DeliberationRequest; readonly options: DeliberateOptions }[];
}

type Deliberate = (request: DeliberationRequest, options: DeliberateOptions) => Promise<DeliberationResult>;

/** The program as the tools of the council see it, with a scripted council. */
export function fakeCouncil(deliberate: Deliberate = async () => exampleResult()): FakeCouncil {
  const requests: FakeCouncil['requests'] = [];
  const resumed: ResumeRequest[] = [];
  return {
    requests,
    resumed,
    open: async () => ({
      council: {
        deliberate: async (request, options = {}) => {
          requests.push({ request, options });
          return deliberate(request, options);
        },
        resume: async (request) => {
          resumed.push(request);
          return exampleResult();
        },
        estimate: async () => ({ participants: [], rounds: 2, estimate: EXAMPLE_ESTIMATE, notice: null }),
        defaultPanel: async () => ({ participants: [], notice: null }),
      },
      projectFolder: '/project',
      trackRecords: async () => undefined,
      viewUrl: async () => null,
      catalog: {
        adapterNames: () => CATALOG.map(({ adapter }) => adapter),
        modelIds: async (name) =>
          name === 'anything' ? undefined : CATALOG.find(({ adapter }) => adapter === name)?.models.map(({ id }) => id),
        list: async () => CATALOG,
      },
      settings: { mcp: { maxRoundsInResponse: 3, progressIntervalMs: 10_000 } } as CouncilProgram['settings'],
    }),
  };
}

const CATALOG: readonly CatalogEntry[] = [
  {
    adapter: 'claude',
    type: 'cli',
    available: true,
    detail: 'claude 2.1',
    models: ['sonnet', 'opus'].map((id) => ({
      id,
      label: id,
      tier: null,
      default: id === 'sonnet',
      enabled: true,
      family: 'claude',
    })),
  },
  {
    adapter: 'anything',
    type: 'http',
    available: false,
    reason: 'nothing listens at 127.0.0.1:1',
    remedy: 'start it',
    models: [],
  },
];
