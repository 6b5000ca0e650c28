import type { KnowledgeItem, ReviewedItem } from '../../guidance/index.js';
import { EXIT } from '../cli-error.js';
import type { CommandLinePorts } from '../ports.js';
import { createPage, type Page, printJson } from '../text/page.js';
import { snakeCase } from '../text/snake-case.js';
import { expectKnowledge } from './expect-knowledge.js';
import { type KnowledgeOptions, openKnowledge } from './open-knowledge.js';
import { toJson } from './to-json.js';

/** One item in full. */
export async function showKnowledge(id: string, options: KnowledgeOptions, ports: CommandLinePorts): Promise<number> {
  const reviewed = expectKnowledge((await openKnowledge(options, ports)).show(id));
  if (options.json === true) printJson(toJson(reviewed), ports);
  else {
    const page = createPage(ports);
    writeItem(page, reviewed);
    ports.stdout.write(page.text());
  }
  return EXIT.done;
}

/** Why the item was shown: the parts of its score, what matched, the evidence behind it. */
export async function explainKnowledge(
  id: string,
  options: KnowledgeOptions,
  ports: CommandLinePorts,
): Promise<number> {
  const explanation = expectKnowledge((await openKnowledge(options, ports)).why(id));
  const { item, inactive, notShown, occasions, lines } = explanation;
  const now = { inactive: inactive ?? null, notShown: notShown ?? null };
  if (options.json === true) printJson(snakeCase({ id: item.id, ...now, lines, occasions }), ports);
  else {
    const page = createPage(ports);
    page.paragraph(`${item.label} (${item.id})`);
    for (const line of lines) page.paragraph(line, 2);
    if (inactive !== undefined) page.paragraph(`Not shown now: ${inactive}`, 2);
    else if (notShown !== undefined) page.paragraph(`Not shown at calls: it ${notShown}`, 2);
    if (occasions.length > 1) {
      page.line();
      const rows = occasions.map(({ time, kind, tool, score, matched }) => [
        time.slice(0, 16).replace('T', ' '),
        kind,
        tool,
        score.toFixed(2),
        matched.join(', '),
      ]);
      page.table(['when (UTC)', 'what', 'tool', 'score', 'matched'], rows);
    }
    ports.stdout.write(page.text());
  }
  return EXIT.done;
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
