import type { Finding } from '../finding.js';
import type { Kind } from '../marker.js';

export interface SecretlintRule {
  find(text: string): Promise<Finding[]>;
}

/**
 * Loads secretlint's recommended rules at first use. They run without secretlint's core, which leaks memory: it keeps a
 * performance mark of every run.
 */
export async function loadSecretlintRules(): Promise<SecretlintRule[]> {
  const { rules } = (await import('@secretlint/secretlint-rule-preset-recommend')) as unknown as Preset;
  return rules.filter(({ meta }) => !LEFT_OUT.has(nameOf(meta.id))).map(prepare);
}

// With comments a text could switch the search off; Google's rule reads files (its keys are private keys).
const LEFT_OUT = new Set(['filter-comments', 'gcp']);

interface Preset {
  readonly rules: readonly RuleCreator[];
}

interface RuleCreator {
  readonly meta: { readonly id: string };
  create(context: RuleContext, options: Record<string, unknown>): { file?(source: Source): void | Promise<void> };
}

interface Source {
  readonly content: string;
  readonly ext: string;
  readonly filePath: undefined;
}

interface RuleContext {
  readonly sharedOptions: Record<string, never>;
  createTranslator(): (messageId: string, data?: Record<string, unknown>) => Message;
  ignore(): void;
  report(descriptor: { readonly message: Message; readonly range: readonly [number, number] }): void;
}

interface Message {
  readonly data: Record<string, unknown>;
}

function prepare(creator: RuleCreator): SecretlintRule {
  const kind = KIND_OF_RULE[nameOf(creator.meta.id)] ?? 'secret';
  return {
    async find(content) {
      const findings: Finding[] = [];
      const rule = creator.create(
        {
          sharedOptions: {},
          createTranslator: () => (_, data) => ({ data: data ?? {} }),
          ignore: () => undefined,
          report: ({ message, range }) => findings.push(...locate({ content, kind }, message, range)),
        },
        {},
      );
      await rule.file?.({ content, ext: '.txt', filePath: undefined });
      return findings;
    },
  };
}

/** Some rules report the position of the name, so the reported value is searched from there. */
function locate(
  { content, kind }: { readonly content: string; readonly kind: Kind },
  { data }: Message,
  [start, end]: readonly [number, number],
): Finding[] {
  const view = content.slice(start, end + MAX_NAME_LENGTH);
  const values = Object.values(data).filter((each) => typeof each === 'string' && view.includes(each));
  const reported = values.map(String).sort((one, other) => other.length - one.length)[0] ?? content.slice(start, end);
  // Some rules match to the end of the line, but the secret ends at a quote.
  const value = kind === 'private key' ? reported : (/^[^\s"'`\\<>]+/.exec(reported)?.[0] ?? '');
  if (value.length < MIN_LENGTH || reported.includes('[redacted: ')) return [];
  const found = content.indexOf(value, start);
  return [{ start: found, end: found + value.length, kind }];
}

const MAX_NAME_LENGTH = 1000;
const MIN_LENGTH = 8;

function nameOf(id: string): string {
  return id.replace('@secretlint/secretlint-rule-', '');
}

const KIND_OF_RULE: Readonly<Record<string, Kind>> = {
  aws: 'AWS key',
  privatekey: 'private key',
  npm: 'npm token',
  basicauth: 'password',
  slack: 'Slack token',
  sendgrid: 'SendGrid key',
  shopify: 'Shopify token',
  github: 'GitHub token',
  openai: 'OpenAI key',
  anthropic: 'Anthropic key',
  linear: 'Linear key',
  '1password': 'access token',
  'database-connection-string': 'password',
};
