import type { Knowledge, KnowledgeItem, Verdict } from '../../guidance/index.js';
import { plainLine } from '../../kernel/plain-text.js';
import { UserError } from '../../kernel/user-error.js';
import { isDeletionConfirmed } from '../confirm.js';
import { printJson } from '../decisions/page.js';
import { EXIT } from '../fault.js';
import type { CommandLinePorts } from '../ports.js';
import { parseChoice } from '../text/parse-choice.js';
import { expectKnowledge } from './expect-knowledge.js';
import { type FieldOptions, toItemFields } from './item-fields.js';
import { type KnowledgeOptions, openKnowledge } from './open-knowledge.js';
import { itemToJson } from './to-json.js';

type Changing = Pick<Knowledge, 'promote' | 'archive'>;

/** Promotes or archives. Whoever promotes an item expects to see it, and must hear if nobody will. */
export async function changeStatus(
  action: keyof Changing,
  id: string,
  options: KnowledgeOptions,
  ports: CommandLinePorts,
): Promise<number> {
  const knowledge = await openKnowledge(options, ports);
  const item = expectKnowledge(await knowledge[action](id));
  if (action === 'archive') return report(item, 'Archived', options, ports);
  const shown = knowledge.show(item.id);
  const silent = shown.ok ? shown.value.silent : undefined;
  report(item, silent === undefined ? 'Active now' : `Active now, but silent (${silent})`, options, ports);
  if (options.json !== true) warnIfUntrusted(knowledge, ports);
  return EXIT.done;
}

function warnIfUntrusted(knowledge: Knowledge, { stdout }: CommandLinePorts): void {
  if (knowledge.isTrusted()) return;
  stdout.write('Hooks show only titles: this project has items that you have not trusted. `witan init` asks.\n');
}

export interface AddOptions extends KnowledgeOptions, FieldOptions {
  readonly graph?: string;
}

export async function addKnowledge(label: string, options: AddOptions, ports: CommandLinePorts): Promise<number> {
  const knowledge = await openKnowledge(options, ports);
  const item = expectKnowledge(await knowledge.add(toItemFields({ ...options, label }), options.graph));
  const count = knowledge.countMatchingFiles(item);
  if (options.json === true) printJson({ ...itemToJson(item), matching_files: count ?? null }, ports);
  else {
    report(item, 'Added', options, ports);
    if (count !== undefined)
      ports.stdout.write(`Its file patterns match ${count} ${count === 1 ? 'file' : 'files'} now.\n`);
    warnIfUntrusted(knowledge, ports);
  }
  return EXIT.done;
}

export async function editKnowledge(
  id: string,
  options: KnowledgeOptions & FieldOptions,
  ports: CommandLinePorts,
): Promise<number> {
  const fields = toItemFields(options);
  if (Object.keys(fields).length === 0) {
    throw new UserError('validation_error', 'edit: nothing to change; see witan knowledge edit --help');
  }
  const item = expectKnowledge(await (await openKnowledge(options, ports)).edit(id, fields));
  return report(item, 'Changed', options, ports);
}

export interface FeedbackOptions extends KnowledgeOptions {
  readonly until?: string;
  readonly note?: string;
}

const VERDICTS: readonly Verdict[] = ['helpful', 'wrong', 'snooze'];

export async function giveFeedback(
  id: string,
  word: string,
  options: FeedbackOptions,
  ports: CommandLinePorts,
): Promise<number> {
  const verdict = parseChoice('feedback', word, VERDICTS) ?? 'helpful';
  const { until, note } = options;
  const said = { ...(until !== undefined && { until }), ...(note !== undefined && { note }) };
  const item = expectKnowledge(await (await openKnowledge(options, ports)).feedback(id, verdict, said));
  const effect =
    verdict === 'snooze' ? `Silent until ${item.snoozedUntil ?? '?'}` : `Confidence is ${item.confidence} now`;
  return report(item, effect, options, ports);
}

/** Drafts that nobody reviewed in time are put aside. */
export async function cleanUp(options: KnowledgeOptions, ports: CommandLinePorts): Promise<number> {
  const archived = expectKnowledge(await (await openKnowledge(options, ports)).cleanup());
  if (options.json === true) printJson({ archived: archived.map(({ id }) => id), count: archived.length }, ports);
  else if (archived.length === 0) ports.stdout.write('No draft is past its time.\n');
  else for (const item of archived) report(item, 'Archived', {}, ports);
  return EXIT.done;
}

export interface DeleteOptions extends KnowledgeOptions {
  readonly yes?: boolean;
}

export async function deleteKnowledge(id: string, options: DeleteOptions, ports: CommandLinePorts): Promise<number> {
  const knowledge = await openKnowledge(options, ports);
  const node = expectKnowledge(knowledge.locate(id));
  if (!(await isDeletionConfirmed(`Delete ${node.id} for good?`, options, ports))) {
    ports.stdout.write('Nothing was deleted.\n');
    return EXIT.failed;
  }
  return report(expectKnowledge(await knowledge.delete(node.id)), 'Deleted', options, ports);
}

function report(item: KnowledgeItem, what: string, { json }: KnowledgeOptions, ports: CommandLinePorts): number {
  if (json === true) printJson(itemToJson(item), ports);
  else ports.stdout.write(`${plainLine(`${what}: ${item.label} (${item.id})`)}\n`);
  return EXIT.done;
}
