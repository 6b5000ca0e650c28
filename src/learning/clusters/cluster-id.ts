import { UserError } from '../../kernel/user-error.js';
import { AXES, type Axis, isAxis } from '../experiences/axis.js';

export interface ClusterName {
  readonly axis: Axis;
  readonly label: number;
}

/** `cluster_root_cause_3` */
export function clusterId({ axis, label }: ClusterName): string {
  return `cluster_${axis}_${label}`;
}

export function parseClusterId(id: string): ClusterName {
  const [, axis = '', label = ''] = /^cluster_([a-z_]+)_(0|[1-9]\d{0,8})$/.exec(id) ?? [];
  if (isAxis(axis)) return { axis, label: Number(label) };
  throw new UserError(
    'validation_error',
    `cluster_id is ${JSON.stringify(id.slice(0, 60))}; it must be cluster_{axis}_{label} with an axis of ${AXES.join(', ')}, as in cluster_full_0`,
  );
}
