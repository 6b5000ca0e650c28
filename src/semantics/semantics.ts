import type { ClusterMethod } from './clustering/clustering.js';
import type { EmbeddedWith, EmbeddingBackend } from './embedding/embedding.js';
import type { MeasuredSimilarity } from './similarity/create-similarity.js';
import type { SimilarityBackend, SimilarityUse } from './similarity/score-map.js';

export interface SemanticsOptions {
  /** `auto` takes the best that is there; `none` compares by words alone. Default: `auto`. */
  readonly embedding?: 'auto' | 'none' | EmbeddingBackend;
  readonly ollama?: { readonly baseUrl?: string; readonly model?: string };
  readonly transformers?: { readonly model?: string };
  /** Threads that cluster, at most; one more embeds. Default: `auto`, which leaves a core to the rest. */
  readonly workers?: number | 'auto';
  /** Cancels opening: looking for a backend, loading its model. */
  readonly signal?: AbortSignal;
}

export interface Semantics {
  /** The backend that compares texts. */
  readonly backend: SimilarityBackend;
  /** To be kept with stored vectors; undefined without embeddings. */
  readonly embeddedWith: EmbeddedWith | undefined;
  /** One vector of length 1 per text. */
  embed(texts: readonly string[], options?: { readonly signal?: AbortSignal }): Promise<Float32Array[]>;
  /** From 0 (unrelated) to 1 (same meaning). Without a `use`, the texts' length decides. */
  similarity(a: string, b: string, use?: SimilarityUse): Promise<number>;
  /** Maps a cosine of this embedding to the builtin embedding's cosine for equally similar texts, so that one limit fits every model. */
  builtinScale(use: SimilarityUse): Promise<(cosine: number) => number>;
  /** The same with the backend that was used, which may be a fallback. */
  measure(a: string, b: string, use?: SimilarityUse): Promise<MeasuredSimilarity>;
  /**
   * Checks whether two short texts name the same option of a vote. Conservative: only spelling, decoration and the frame of a
   * choice ("we should use …") may differ; other words for the same thing are not recognized.
   */
  sameOption(a: string, b: string): Promise<boolean>;
  /** In a worker thread: exact HDBSCAN, or communities. */
  cluster(points: ClusterPoints, options: ClusterRequest): Promise<ClusterResult>;
  /** Lays points out on a map so that near ones are similar, in a worker thread: x and y in turn, from 0 to 1. */
  layOut(points: LayoutPoints, options: LayoutRequest): Promise<Float32Array>;
  /** Ends worker threads and processes; running calls are rejected. Closing again does nothing. */
  close(): Promise<void>;
}

interface LayoutPoints {
  /** The points one after the other; moved to the worker thread, so that the caller's array is empty afterwards. */
  readonly data: Float32Array;
  readonly dimensions: number;
}

interface LayoutRequest {
  /** Earlier positions; NaN for new points. Without it, all points are laid out. */
  readonly known?: Float32Array;
  /** True: all points are laid out again and turned to where they were. False: only new ones are placed among the others. */
  readonly renew: boolean;
  /** The same seed and points give the same map. */
  readonly seed: number;
}

export interface ClusterPoints {
  /** The points one after the other. */
  readonly data: Float32Array | Float64Array;
  readonly dimensions: number;
}

export interface ClusterRequest {
  readonly minClusterSize: number;
  /** Counts the point itself. Default: `minClusterSize`. */
  readonly minSamples?: number;
  readonly method?: ClusterMethod;
  readonly allowSingleCluster?: boolean;
  /** True if clusters that hold over a third of all points are split into leaves, where these keep most of the points. */
  readonly splitsLarge?: boolean;
  /** True if the data are moved to the worker thread instead of copied: the caller's array is empty afterwards. */
  readonly movesData?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number) => void;
}

export interface ClusterResult {
  /** For each point the number of its cluster, or -1 for noise. */
  readonly labels: Int32Array;
  readonly probabilities: Float64Array;
  /** For each cluster. */
  readonly stabilities: Float64Array;
}
