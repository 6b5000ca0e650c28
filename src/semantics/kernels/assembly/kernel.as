/** What the host calls. It owns the memory, lays it out and says where everything stands. */
export { scanProducts } from './inner-product';
export { comparePair, sortNeighbors, useNeighbors } from './neighbors';
export { usePoints } from './points';
export { takeIntoTree, useTree } from './spanning-tree';
