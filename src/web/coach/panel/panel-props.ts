import type { PageMessage, ToServer } from '../../../http/websocket/protocol.js';
import type { CoachState } from '../model/coach-state.js';

/** What the parts of the panel need. */
export interface PanelProps {
  readonly coach: CoachState;
  /** Asks the server; the page shows what was refused. Resolves with undefined in that case. */
  readonly act: <Type extends keyof ToServer>(type: Type, payload: ToServer[Type]) => Promise<PageMessage | undefined>;
  readonly openFile: (path: string, line?: number) => void;
}
