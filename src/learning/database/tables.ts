import type { ConfidenceTier, Domain, OutcomeStatus, Strategy } from '../../journal/index.js';
import type { Axis } from '../vocabulary.js';

export interface ExperienceRow {
  readonly id: string;
  readonly session_id: string;
  readonly created_at: string;
  /** The same as a number, for order and filters: a journal written by hand may spell times otherwise. */
  readonly created_ms: number;
  readonly resolved_at: string;
  readonly domain: Domain;
  readonly strategy: Strategy;
  readonly goal: string;
  readonly hypothesis: string;
  readonly action: string;
  readonly prediction: string;
  readonly outcome_status: OutcomeStatus;
  readonly outcome_result: string;
  readonly auto_captured: number;
  readonly surprise: string | null;
  readonly root_cause_category: string | null;
  readonly root_cause_description: string | null;
  readonly lesson_what_worked: string | null;
  readonly lesson_takeaway: string | null;
  readonly confidence_tier: ConfidenceTier;
  readonly tier_reason: string | null;
  readonly iteration_count: number;
  readonly history_count: number;
  readonly history: string;
  readonly notes: string;
  readonly revision: number;
}

/** A model that vectors were made with. */
export interface EmbeddingRow {
  readonly id: number;
  readonly backend: string;
  readonly model: string;
  readonly dimensions: number;
}

interface VectorRow {
  readonly experience_id: string;
  readonly axis: Axis;
  readonly embedding_id: number;
  readonly vector: Uint8Array;
  readonly revision: number;
}

/** The packed vectors of all that an experience states. In a table of their own, because search does not read them. */
interface StatementsRow {
  readonly experience_id: string;
  readonly embedding_id: number;
  readonly vectors: Uint8Array;
}

/** See `packWords`. */
interface WordsRow {
  readonly experience_id: string;
  readonly words: Uint8Array;
}

/** `revision` grows with every change of the experiences, `removals` with every deletion. */
interface CounterRow {
  readonly name: 'revision' | 'removals';
  readonly value: number;
}

/** The last clustering of an axis. */
export interface ClusteringRow {
  readonly axis: Axis;
  readonly revision: number;
  readonly embedding_id: number;
  /** See `MeaningSpace`. */
  readonly space: Uint8Array;
  readonly min_cluster_size: number;
  readonly min_samples: number;
  readonly experience_count: number;
  readonly noise_count: number;
  /** Labels from here on were never used. */
  readonly next_label: number;
  readonly computed_at: string;
  /** See `CLUSTER_METHOD`. */
  readonly method: number;
}

export interface ClusterRow {
  readonly axis: Axis;
  readonly label: number;
  readonly size: number;
  readonly avg_weight: number;
  readonly embedding_id: number;
  readonly centroid: Uint8Array;
  readonly mean_distance: number;
  readonly deviation: number;
  readonly first_seen_at: string;
  readonly retired_at: string | null;
  readonly title: string;
  /** Ids of experiences; they may have been deleted since. */
  readonly first_example: string | null;
  readonly second_example: string | null;
  readonly lesson_of: string | null;
  readonly confirmed: number;
  readonly falsified: number;
  readonly abandoned: number;
}

interface ClusterMemberRow {
  readonly axis: Axis;
  readonly label: number;
  readonly experience_id: string;
}

export interface ValueRow {
  readonly id: string;
  readonly text: string;
  /** Without case, spaces and punctuation, so that two variants of one statement are equal. */
  readonly wording: string;
  readonly axis: Axis;
  readonly label: number;
  readonly cluster_size: number;
  readonly similarity: number;
  readonly drift: string | null;
  readonly created_at: string;
  readonly checked_at: string;
}

interface ValueVectorRow {
  readonly value_id: string;
  readonly embedding_id: number;
  readonly vector: Uint8Array;
}

/** One row: which file this is. */
export interface IdentityRow {
  readonly store_id: string;
}

export interface LearningSchema {
  identity: IdentityRow;
  experiences: ExperienceRow;
  embeddings: EmbeddingRow;
  vectors: VectorRow;
  statements: StatementsRow;
  words: WordsRow;
  counters: CounterRow;
  clusterings: ClusteringRow;
  clusters: ClusterRow;
  cluster_members: ClusterMemberRow;
  learned_values: ValueRow;
  value_vectors: ValueVectorRow;
}
