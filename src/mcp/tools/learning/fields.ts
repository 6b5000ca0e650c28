import { z } from 'zod';
import { requiredText } from '../../fields.js';

const MAX_VALUE_LENGTH = 500;

export const VALUE_TEXT = requiredText(MAX_VALUE_LENGTH, 'The value as a sentence: what holds for all members');

/** The domain checks its form, with the same messages for every entry point. */
export const CLUSTER_ID = z.string().meta({
  description: 'A cluster_id of get_clusters, such as cluster_full_0',
  pattern: '^cluster_(full|strategy|surprise|root_cause)_\\d+$',
});
