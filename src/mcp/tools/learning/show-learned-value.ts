import type { Value } from '../../../learning/index.js';

export function showLearnedValue(value: Value) {
  return {
    id: value.id,
    text: value.text,
    axis: value.axis,
    cluster_id: value.clusterId,
    cluster_size: value.clusterSize,
    similarity_to_centroid: value.similarityToCentroid,
    created_at: value.createdAt,
    ...(value.drifting && { drifting: true, drift_reason: value.driftReason }),
  };
}
