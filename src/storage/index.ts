export { type WriteOptions, writeAtomically } from './write-atomically.js';
