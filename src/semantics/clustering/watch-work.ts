import type { OnStep } from '../kernels/points.js';
import type { ClusterOptions } from './clustering.js';

/** Passes progress on, a hundred times at most, and ends the work by an AbortError when it is cancelled. */
export function watchWork({ signal, onProgress }: ClusterOptions): OnStep {
  let reported = -1;
  return (done) => {
    if (signal?.aborted === true) {
      throw new DOMException('The clustering was cancelled.', 'AbortError');
    }
    const percent = Math.floor(done * 100);
    if (percent <= reported) return;
    reported = percent;
    onProgress?.(done);
  };
}
