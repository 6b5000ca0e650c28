import type { Knowledge, KnowledgeItem } from '../../guidance/index.js';
import { VERDICTS } from '../../guidance/vocabulary.js';
import { formatCount } from '../../kernel/format-count.js';
import { plainLine } from '../../kernel/plain-text.js';
import { UserError } from '../../kernel/user-error.js';
import { EXIT } from '../cli-error.js';
import { isDeletionConfirmed } from '../confirm.js';
import { parseChoice } from '../options/parse-choice.js';
import type { CommandLinePorts } from '../ports.js';
import { printJson } from '../text/page.js';
import { expectKnowledge } from './expect-knowledge.js';
import { type FieldOptions, toItemFields } from './item-fields.js';
import { type KnowledgeOptions, openKnowledge } from './open-knowledge.js';
import { itemToJson } from './to-json.js';

type Changing = Pick<Knowledge, 'promote' | 'archive'>;

/** Promotes or archives items. A promoted item that is still not shown is reported with the reason. */
export async function changeStatus(
  { action, ids }: { readonly action: keyof Changing; readonly ids: readonly string[] },
  options: KnowledgeOptions,
  ports: CommandLinePorts,
): Promise<number> {
  const knowledge = await openKnowledge(options, ports);
  const changed = await changeAll(knowledge, ids, (id) => knowledge[action](id));
  const describe = (item: KnowledgeItem) => {
    const shown = action === 'archive' ? undefined : knowledge.show(item.id);
    const inactive = shown?.ok === true ? shown.value.inactive : undefined;
    if (action === 'archive') return 'Archived';
    return inactive === undefined ? 'Active now' : `Active now, but not shown (${inactive})`;
  };
  reportAll({ items: changed, describe }, options, ports);
  if (action === 'promote' && options.json !== true) warnIfUntrusted(knowledge, ports);
  return EXIT.done;
}

function warnIfUntrusted(knowledge: Knowledge, { stdout }: CommandLinePorts): void {
  if (knowledge.isTrusted()) return;
  stdout.write('Hooks show only titles: this project has items that you have not trusted. `witan init` asks.\n');
}

/** Looks up every id before the first change, so that a typo changes nothing. */
async function changeAll(
  knowledge: Knowledge,
  ids: readonly string[],
  change: (id: string) => ReturnType<Knowledge['archive']>,
): Promise<KnowledgeItem[]> {
  const found = new Set(ids.map((id) => expectKnowledge(knowledge.locate(id)).id));
  const changed: KnowledgeItem[] = [];
  for (const id of found) changed.push(expectKnowledge(await change(id)));
  return changed;
}

export interface AddOptions extends KnowledgeOptions, FieldOptions {
  readonly graph?: string;
}

export async function addKnowledge(label: string, options: AddOptions, ports: CommandLinePorts): Promise<number> {
  const fields = toItemFields({ ...options, label });
  if (fields.process_type === undefined) {
    throw new UserError(
      'validation_error',
      `"${label}" says nothing yet; add --item (checklist), --do (pattern), --risk (warning) or --constraint (requirement)`,
    );
  }
  const knowledge = await openKnowledge(options, ports);
  const item = expectKnowledge(await knowledge.add(fields, options.graph));
  const count = knowledge.countMatchingFiles(item);
  if (options.json === true) printJson({ ...itemToJson(item), matching_files: count ?? null }, ports);
  else {
    report({ item: item, what: 'Added' }, options, ports);
    if (count !== undefined) ports.stdout.write(`Its file patterns match ${formatCount(count, 'file')} now.\n`);
    warnIfUntrusted(knowledge, ports);
  }
  return EXIT.done;
}

export async function editKnowledge(
  ids: readonly string[],
  options: KnowledgeOptions & FieldOptions,
  ports: CommandLinePorts,
): Promise<number> {
  const fields = toItemFields(options);
  if (Object.keys(fields).length === 0) {
    throw new UserError('validation_error', 'edit: nothing to change; see witan knowledge edit --help');
  }
  const knowledge = await openKnowledge(options, ports);
  const changed = await changeAll(knowledge, ids, (id) => knowledge.edit(id, fields));
  return reportAll({ items: changed, describe: () => 'Changed' }, options, ports);
}

export interface FeedbackOptions extends KnowledgeOptions {
  readonly until?: string;
  readonly note?: string;
}

export async function giveFeedback(
  given: { readonly id: string; readonly verdict: string },
  options: FeedbackOptions,
  ports: CommandLinePorts,
): Promise<number> {
  const verdict = parseChoice('feedback', given.verdict, VERDICTS) ?? 'helpful';
  const { until, note } = options;
  const details = { ...(until !== undefined && { until }), ...(note !== undefined && { note }) };
  const item = expectKnowledge(await (await openKnowledge(options, ports)).feedback(given.id, verdict, details));
  const effect =
    verdict === 'snooze' ? `Not shown until ${item.snoozedUntil ?? '?'}` : `Confidence is ${item.confidence} now`;
  return report({ item, what: effect }, options, ports);
}

/** Archives drafts that were not reviewed in time. */
export async function cleanUp(options: KnowledgeOptions, ports: CommandLinePorts): Promise<number> {
  const archived = expectKnowledge(await (await openKnowledge(options, ports)).cleanup());
  if (options.json === true) printJson({ archived: archived.map(({ id }) => id), count: archived.length }, ports);
  else if (archived.length === 0) ports.stdout.write('No draft has expired.\n');
  else for (const item of archived) report({ item: item, what: 'Archived' }, {}, ports);
  return EXIT.done;
}

export interface DeleteOptions extends KnowledgeOptions {
  readonly yes?: boolean;
}

export async function deleteKnowledge(id: string, options: DeleteOptions, ports: CommandLinePorts): Promise<number> {
  const knowledge = await openKnowledge(options, ports);
  const node = expectKnowledge(knowledge.locate(id));
  if (!(await isDeletionConfirmed(`Delete ${node.id} permanently?`, options, ports))) {
    ports.stdout.write('Nothing was deleted.\n');
    return EXIT.failed;
  }
  return report({ item: expectKnowledge(await knowledge.delete(node.id)), what: 'Deleted' }, options, ports);
}

/** One item as one object, several as a list. */
function reportAll(
  { items, describe }: { readonly items: readonly KnowledgeItem[]; readonly describe: (item: KnowledgeItem) => string },
  { json }: KnowledgeOptions,
  ports: CommandLinePorts,
): number {
  const [only, second] = items;
  if (json === true && only !== undefined && second === undefined) printJson(itemToJson(only), ports);
  else if (json === true) printJson({ results: items.map(itemToJson), count: items.length }, ports);
  else for (const item of items) report({ item: item, what: describe(item) }, {}, ports);
  return EXIT.done;
}

function report(
  { item, what }: { readonly item: KnowledgeItem; readonly what: string },
  { json }: KnowledgeOptions,
  ports: CommandLinePorts,
): number {
  if (json === true) printJson(itemToJson(item), ports);
  else ports.stdout.write(`${plainLine(`${what}: ${item.label} (${item.id})`)}\n`);
  return EXIT.done;
}
