import { createPlainPointKernel } from './plain-point-kernel.js';
import type { PointKernel, Points } from './points.js';
import { createSimdPointKernel } from './simd-point-kernel.js';

/** The fastest kernel that this machine can run. They agree to the last bit. */
export function createPointKernel(points: Points): PointKernel {
  return createSimdPointKernel(points) ?? createPlainPointKernel(points);
}
