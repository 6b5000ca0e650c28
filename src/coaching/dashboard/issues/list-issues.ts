import { z } from 'zod';
import { cutText } from '../../../kernel/cut-text.js';
import { parseJson } from '../../../kernel/parse-json.js';
import { plainLine, plainText } from '../../../kernel/plain-text.js';
import { failure, type Result, success } from '../../../kernel/result.js';
import type { ListedIssue } from '../../prompts/issue-assessment.js';
import { type GhContext, runGh } from './run-gh.js';

export interface GitHubIssue extends ListedIssue {
  /** The person is assigned or mentioned; false if it is not known who they are. */
  readonly isTagged: boolean;
}

/** The open issues as gh knows them, or a sentence for the person. */
export async function listIssues(context: GhContext): Promise<Result<readonly GitHubIssue[], string>> {
  const [listed, user] = await Promise.all([
    runGh(['issue', 'list', '--state', 'open', '--json', FIELDS, '--limit', String(MAX_ISSUES)], context),
    runGh(['api', 'user', '--jq', '.login'], context),
  ]);
  if (!listed.ok) return listed;
  const parsed = LISTED.safeParse(parseJson(listed.value));
  if (!parsed.success) return failure(UNREADABLE);
  const login = user.ok ? plainLine(user.value) : '';
  return success(parsed.data.slice(0, MAX_ISSUES).map((issue) => toIssue(issue, login)));
}

const FIELDS = 'number,title,body,labels,assignees,comments';
const MAX_ISSUES = 50;
const UNREADABLE =
  'GitHub CLI sent no list of issues: run `gh issue list --json number` in the project to see what it sends, or update it.';

const LISTED = z.array(
  z.object({
    number: z.int().positive(),
    title: z.string(),
    body: z.string().nullish(),
    labels: z.array(z.object({ name: z.string() })).nullish(),
    assignees: z.array(z.object({ login: z.string() })).nullish(),
    comments: z.array(z.object({ body: z.string() })).nullish(),
  }),
);

function toIssue(listed: z.infer<typeof LISTED>[number], login: string): GitHubIssue {
  const body = listed.body ?? '';
  const comments = (listed.comments ?? []).map((comment) => comment.body);
  const assignees = (listed.assignees ?? []).map((assignee) => assignee.login);
  return {
    number: listed.number,
    title: cutText(plainLine(listed.title), MAX_TITLE_LENGTH),
    body: readable(body, MAX_READ_LENGTH),
    labels: (listed.labels ?? []).slice(0, MAX_NAMES).map(({ name }) => cutText(plainLine(name), MAX_NAME_LENGTH)),
    assignees: assignees.slice(0, MAX_NAMES).map((name) => cutText(plainLine(name), MAX_NAME_LENGTH)),
    comments: newest(comments),
    isTagged: login !== '' && (assignees.includes(login) || mentions([body, ...comments], login)),
  };
}

const MAX_TITLE_LENGTH = 300;
const MAX_NAME_LENGTH = 100;
const MAX_NAMES = 20;
/** More than a model is given: a secret at the end of that must be whole to be recognized. */
const MAX_READ_LENGTH = 8_000;
const MAX_BODY_LENGTH = 2_000;
const MAX_COMMENTS_LENGTH = 600;

/** Without control characters and hidden text. */
function readable(text: string, maxLength: number): string {
  return plainText(cutText(text, maxLength)).trim();
}

function newest(comments: readonly string[]): string[] {
  return comments.slice(-MAX_COMMENTS).map((comment) => readable(comment, MAX_COMMENTS_LENGTH * 4));
}

const MAX_COMMENTS = 3;

function mentions(texts: readonly string[], login: string): boolean {
  const name = login.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const mention = new RegExp(`@${name}(?![\\w-])`, 'i');
  return texts.some((text) => mention.test(text));
}

/** After secrets were removed: the parts that a model is given. */
export function shortenIssue(issue: GitHubIssue): GitHubIssue {
  let budget = MAX_COMMENTS_LENGTH;
  const comments = issue.comments.toReversed().flatMap((comment) => {
    const shown = budget < MIN_COMMENT_LENGTH ? '' : cutText(comment, budget);
    budget -= shown.length;
    return shown === '' ? [] : [shown];
  });
  return { ...issue, body: cutText(issue.body, MAX_BODY_LENGTH), comments: comments.toReversed() };
}

const MIN_COMMENT_LENGTH = 20;
