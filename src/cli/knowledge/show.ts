import type { KnowledgeItem, ReviewedItem } from '../../guidance/index.js';
import { FAILURE_TYPES } from '../../guidance/vocabulary.js';
import { expectValue } from '../../kernel/user-error.js';
import type { Output } from '../cli-command.js';
import { openProject, type ProjectOptions } from '../options/project-options.js';
import type { Shell } from '../shell.js';
import type { Page } from '../text/page.js';
import { snakeCase } from '../text/snake-case.js';

/** One item in full. */
export async function showKnowledge(id: string, options: ProjectOptions, shell: Shell): Promise<Output> {
  const reviewed = expectValue((await (await openProject(options, shell)).knowledge()).show(id), FAILURE_TYPES);
  return { json: toJson(reviewed), render: (page) => writeItem(page, reviewed) };
}

/** Why the item was shown: the parts of its score, what matched, the evidence behind it. */
export async function explainKnowledge(id: string, options: ProjectOptions, shell: Shell): Promise<Output> {
  const explanation = expectValue((await (await openProject(options, shell)).knowledge()).why(id), FAILURE_TYPES);
  const { item, inactive, notShown, occasions, lines } = explanation;
  const rows = occasions.map(({ time, kind, tool, score, matched }) => [
    time.slice(0, 16).replace('T', ' '),
    kind,
    tool,
    score.toFixed(2),
    matched.join(', '),
  ]);
  return {
    json: snakeCase({ id: item.id, inactive: inactive ?? null, notShown: notShown ?? null, lines, occasions }),
    render(page) {
      page.paragraph(`${item.label} (${item.id})`);
      for (const line of lines) page.paragraph(line, 2);
      if (inactive !== undefined) page.paragraph(`Not shown now: ${inactive}`, 2);
      else if (notShown !== undefined) page.paragraph(`Not shown at calls: it ${notShown}`, 2);
      if (rows.length <= 1) return;
      page.line();
      page.table(['when (UTC)', 'what', 'tool', 'score', 'matched'], rows);
    },
  };
}

function writeItem(page: Page, { item, inactive, notShown, ...counts }: ReviewedItem): void {
  page.paragraph(item.label);
  const row = (name: string, text: string | undefined) => {
    if (text !== undefined && text !== '') page.paragraph(`${name}: ${text}`, 2);
  };
  row('id', item.id);
  row('what', `${item.priority} ${item.content.type}, ${item.status}, confidence ${item.confidence}`);
  row('not shown now', inactive);
  row('not shown at calls', notShown === undefined ? undefined : `it ${notShown}; edit or promote it`);
  row('about', item.description === item.label ? '' : item.description);
  for (const line of contentLines(item)) page.paragraph(line, 4);
  for (const [name, words] of Object.entries(item.triggers)) row(`appears for ${name}`, words.join(', '));
  row('known from', item.evidence);
  row('learned', item.seen > 1 ? `${item.seen} times, first ${item.createdAt}` : item.createdAt);
  row('valid from', item.validFrom);
  row('valid until', item.validUntil);
  row('superseded by', item.supersededBy);
  row('deprecated', item.deprecated);
  row('snoozed until', item.snoozedUntil);
  row('graph', `${item.graph}_graph.json`);
  const { timesShown, timesPaused, timesHeldOut, helpful, wrong } = counts;
  row('so far', `shown ${timesShown}, paused a call ${timesPaused}, left out to compare ${timesHeldOut}`);
  row('feedback', `helpful ${helpful}, wrong ${wrong}`);
}

function contentLines({ content }: KnowledgeItem): string[] {
  if (content.type === 'checklist') return [content.title, ...content.items.map((item) => `- [ ] ${item}`)];
  return Object.entries(content).flatMap(([name, text]) =>
    name === 'type' || text === '' ? [] : [`${name}: ${text}`],
  );
}

/** An item and its review, with the field names of the tools. */
export function toJson({ item, ...review }: ReviewedItem): object {
  const { inactive = null, notShown = null } = review;
  return snakeCase({ ...item, ...review, inactive, notShown }) as object;
}
