import type { Finding } from '../finding.js';
import type { Kind } from '../marker.js';

/** A rule of secretlint, made ready to look at texts. */
export interface SecretlintRule {
  find(text: string): Promise<Finding[]>;
}

/**
 * Loads secretlint's recommended rules when they are first needed. They are run without secretlint's core: it keeps a
 * performance mark of every rule it ever ran, which a server that runs for days must not.
 */
export async function loadSecretlintRules(): Promise<SecretlintRule[]> {
  const { rules } = (await import('@secretlint/secretlint-rule-preset-recommend')) as unknown as Preset;
  return rules.filter(({ meta }) => !LEFT_OUT.has(nameOf(meta.id))).map(prepare);
}

// A text could switch the search off by a comment; Google's rule looks at files on disk (its keys are private keys).
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
          report: ({ message, range }) => findings.push(...locate(content, message, range, kind)),
        },
        {},
      );
      await rule.file?.({ content, ext: '.txt', filePath: undefined });
      return findings;
    },
  };
}

/** Some rules report the place of the name before the secret: what they say was found is right in all of them. */
function locate(content: string, { data }: Message, [start, end]: readonly [number, number], kind: Kind): Finding[] {
  const view = content.slice(start, end + MAX_NAME_LENGTH);
  const values = Object.values(data).filter((each) => typeof each === 'string' && view.includes(each));
  const reported = values.map(String).sort((one, other) => other.length - one.length)[0] ?? content.slice(start, end);
  // Some rules go on to the end of the line: beyond a quote it is no longer the secret, and JSON would be broken.
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
