import { z } from 'zod';
import { FILE_HINT_STYLES, HINT_LEVELS, LINE_HINT_STYLES } from '../vocabulary.js';

const line = z.int().positive();

/** A plan in phases, as the coach gives it to the person. */
export const responseSchema = z.object({
  phases: z.array(
    z.object({
      number: z.int().positive(),
      title: z.string(),
      description: z.string().describe('What to do in this phase and why, addressed to the learner'),
      expected_files: z.array(z.string()),
      hint_level: z.enum(HINT_LEVELS),
      hints: z.object({
        file_hints: z.array(z.object({ path: z.string(), style: z.enum(FILE_HINT_STYLES) })),
        line_hints: z.array(
          z.object({
            path: z.string(),
            start: line,
            end: line,
            style: z.enum(LINE_HINT_STYLES),
            hover_text: z.string(),
          }),
        ),
      }),
      knowledge_gap_opportunities: z.array(z.string()),
    }),
  ),
  memory_connection: z.string().nullable().describe('What this has in common with an earlier session, or null'),
  estimated_difficulty: z.enum(['beginner', 'intermediate', 'advanced']),
});

export type CoachAgentResponse = z.infer<typeof responseSchema>;
