import type { Knowledge, KnowledgeItem } from '../../guidance/index.js';
import { FAILURE_TYPES, VERDICTS } from '../../guidance/vocabulary.js';
import { defined } from '../../kernel/defined.js';
import { formatCount } from '../../kernel/format-count.js';
import { plainLine } from '../../kernel/plain-text.js';
import { expectValue, UserError } from '../../kernel/user-error.js';
import type { Output } from '../cli-command.js';
import { isDeletionConfirmed, NOTHING_DELETED } from '../confirm.js';
import { parseChoice } from '../options/parse-options.js';
import { openProject, type ProjectOptions } from '../options/project-options.js';
import type { Shell } from '../shell.js';
import type { Page } from '../text/page.js';
import { snakeCase } from '../text/snake-case.js';
import { type FieldOptions, toItemFields } from './item-fields.js';

type Changing = Pick<Knowledge, 'promote' | 'archive'>;

/** Promotes or archives items. A promoted item that is still not shown is reported with the reason. */
export async function changeStatus(
  { action, ids }: { readonly action: keyof Changing; readonly ids: readonly string[] },
  options: ProjectOptions,
  shell: Shell,
): Promise<Output> {
  const knowledge = await (await openProject(options, shell)).knowledge();
  const changed = await changeAll(knowledge, ids, (id) => knowledge[action](id));
  const describe = (item: KnowledgeItem) => {
    if (action === 'archive') return 'Archived';
    if (item.isForeign === true) return `Active now, ${NOT_LISTED}`;
    const shown = knowledge.show(item.id);
    const inactive = shown.ok ? shown.value.inactive : undefined;
    return inactive === undefined ? 'Active now' : `Active now, but not shown (${inactive})`;
  };
  return reportAll(changed, describe);
}

const NOT_LISTED = 'but hooks show only its title: your config folder must be writable and outside this project';

/** Looks up every id before the first change, so that a typo changes nothing. */
async function changeAll(
  knowledge: Knowledge,
  ids: readonly string[],
  change: (id: string) => ReturnType<Knowledge['archive']>,
): Promise<KnowledgeItem[]> {
  const found = new Set(ids.map((id) => expectValue(knowledge.locate(id), FAILURE_TYPES).id));
  const changed: KnowledgeItem[] = [];
  for (const id of found) changed.push(expectValue(await change(id), FAILURE_TYPES));
  return changed;
}

export interface AddOptions extends ProjectOptions, FieldOptions {
  readonly graph?: string;
}

export async function addKnowledge(label: string, options: AddOptions, shell: Shell): Promise<Output> {
  const fields = toItemFields({ ...options, label });
  if (fields.process_type === undefined) {
    throw new UserError(
      'validation_error',
      `"${label}" says nothing yet; add --item (checklist), --do (pattern), --risk (warning) or --constraint (requirement)`,
    );
  }
  const knowledge = await (await openProject(options, shell)).knowledge();
  const item = expectValue(await knowledge.add(fields, options.graph), FAILURE_TYPES);
  const count = knowledge.matchingFiles(item)?.count;
  return {
    json: snakeCase({ ...item, matchingFiles: count ?? null }),
    render(page) {
      writeChange(item.isForeign === true ? `Added, ${NOT_LISTED}` : 'Added', item, page);
      if (count !== undefined) page.line(`Its file patterns match ${formatCount(count, 'file')} now.`);
    },
  };
}

export async function editKnowledge(
  ids: readonly string[],
  options: ProjectOptions & FieldOptions,
  shell: Shell,
): Promise<Output> {
  const fields = toItemFields(options);
  if (Object.keys(fields).length === 0) {
    throw new UserError('validation_error', 'edit: nothing to change; see witan knowledge edit --help');
  }
  const knowledge = await (await openProject(options, shell)).knowledge();
  const changed = await changeAll(knowledge, ids, (id) => knowledge.edit(id, fields));
  return reportAll(changed, ({ isForeign }) => (isForeign === true ? 'Changed, not reviewed yet' : 'Changed'));
}

export interface FeedbackOptions extends ProjectOptions {
  readonly until?: string;
  readonly note?: string;
}

export async function giveFeedback(
  given: { readonly id: string; readonly verdict: string },
  { until, note, ...project }: FeedbackOptions,
  shell: Shell,
): Promise<Output> {
  const verdict = parseChoice('feedback', given.verdict, VERDICTS) ?? 'helpful';
  const knowledge = await (await openProject(project, shell)).knowledge();
  const item = expectValue(await knowledge.feedback(given.id, verdict, defined({ until, note })), FAILURE_TYPES);
  const effect =
    verdict === 'snooze' ? `Not shown until ${item.snoozedUntil ?? '?'}` : `Confidence is ${item.confidence} now`;
  return reportAll([item], () => effect);
}

/** Archives drafts that were not reviewed in time. */
export async function cleanUp(options: ProjectOptions, shell: Shell): Promise<Output> {
  const archived = expectValue(await (await (await openProject(options, shell)).knowledge()).cleanup(), FAILURE_TYPES);
  return {
    json: { archived: archived.map(({ id }) => id), count: archived.length },
    render(page) {
      if (archived.length === 0) page.line('No draft has expired.');
      for (const item of archived) writeChange('Archived', item, page);
    },
  };
}

export interface DeleteOptions extends ProjectOptions {
  readonly yes?: boolean;
}

export async function deleteKnowledge(id: string, options: DeleteOptions, shell: Shell): Promise<Output> {
  const knowledge = await (await openProject(options, shell)).knowledge();
  const node = expectValue(knowledge.locate(id), FAILURE_TYPES);
  if (!(await isDeletionConfirmed(`Delete ${node.id} permanently?`, options, shell))) return NOTHING_DELETED;
  return reportAll([expectValue(await knowledge.delete(node.id), FAILURE_TYPES)], () => 'Deleted');
}

/** One item as one object, several as a list. */
function reportAll(items: readonly KnowledgeItem[], describe: (item: KnowledgeItem) => string): Output {
  const results = items.map(snakeCase);
  return {
    json: results.length === 1 ? results[0] : { results, count: results.length },
    render(page) {
      for (const item of items) writeChange(describe(item), item, page);
    },
  };
}

function writeChange(what: string, { label, id }: KnowledgeItem, page: Page): void {
  page.line(plainLine(`${what}: ${label} (${id})`));
}
