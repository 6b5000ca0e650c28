import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { Finding } from './finding.js';
import { isPlaceholder } from './form.js';
import type { Kind } from './marker.js';

export type FindByRule = (text: string) => Finding[];

const KIND_OF_RULE: Readonly<Record<string, Kind>> = {
  aws: 'AWS key',
  npm: 'npm token',
  slack: 'Slack token',
  sendgrid: 'SendGrid key',
  shopify: 'Shopify token',
  github: 'GitHub token',
  openai: 'OpenAI key',
  anthropic: 'Anthropic key',
  linear: 'Linear key',
  '1password': 'access token',
};
// With comments a text could switch the search off; Google's rule reads files (its keys are private keys). Passwords in
// addresses and private keys are searched in more forms elsewhere.
const LEFT_OUT = ['filter-comments', 'gcp', 'privatekey', 'basicauth', 'database-connection-string'];

/** secretlint's recommended rules, without its core, which leaks memory: it keeps a performance mark of every run. */
export const SECRETLINT_RULES: readonly FindByRule[] = (rules as unknown as readonly RuleCreator[])
  .map((creator) => ({ creator, id: creator.meta.id.replace('@secretlint/secretlint-rule-', '') }))
  .filter(({ id }) => !LEFT_OUT.includes(id))
  .map(({ creator, id }) => (content) => {
    const findings: Finding[] = [];
    const rule = creator.create(
      {
        sharedOptions: {},
        createTranslator: () => (_, data) => ({ data: data ?? {} }),
        ignore: () => undefined,
        report: (report) => findings.push(...locate(content, report, KIND_OF_RULE[id] ?? 'secret')),
      },
      {},
    );
    rule.file?.({ content, ext: '.txt', filePath: undefined });
    return findings;
  });

interface RuleCreator {
  readonly meta: { readonly id: string };
  create(context: RuleContext, options: object): { file?(source: object): void };
}

interface RuleContext {
  readonly sharedOptions: object;
  createTranslator(): (messageId: string, data?: object) => { readonly data: object };
  ignore(): void;
  report(report: Report): void;
}

interface Report {
  readonly message: { readonly data: object };
  readonly range: readonly [number, number];
}

/** Some rules report the position of the name, so the reported value is searched from there. */
function locate(content: string, { message, range: [start, end] }: Report, kind: Kind): Finding[] {
  const view = content.slice(start, end + MAX_NAME_LENGTH);
  const values = Object.values(message.data).filter((each) => typeof each === 'string' && view.includes(each));
  const reported = values.map(String).sort((one, other) => other.length - one.length)[0] ?? content.slice(start, end);
  // Some rules match to the end of the line, but the secret ends at a quote.
  const value = /^[^\s"'`\\<>]+/.exec(reported)?.[0] ?? '';
  if (value.length < MIN_LENGTH || reported.includes('[redacted: ')) return [];
  // Long values contain such words by chance.
  if (value.length < 80 && isPlaceholder(value)) return [];
  const found = content.indexOf(value, start);
  return [{ start: found, end: found + value.length, kind }];
}

const MAX_NAME_LENGTH = 1000;
const MIN_LENGTH = 8;
