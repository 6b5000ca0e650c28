import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../run/cli-tool.js';
import { readSmallFile } from './read-small-file.js';

/** Gemini CLI has no command that tells; undefined where it may keep a login that cannot be seen (a key chain). */
export async function hasGeminiCredentials(environment: Environment): Promise<boolean | undefined> {
  if (KEY_NAMES.some((name) => (environment[name] ?? '') !== '')) return true;
  const home = environment.HOME ?? homedir();
  const [login, settings, ...variables] = await Promise.all(
    ['.gemini/oauth_creds.json', '.gemini/settings.json', '.gemini/.env', '.env'].map((file) =>
      readSmallFile(join(home, file)),
    ),
  );
  if (login?.ok) return true;
  if (variables.some((file) => file.ok && KEY_NAMES.some((name) => file.value.includes(`${name}=`)))) return true;
  return settings?.ok && /"selected(?:Auth)?Type"/.test(settings.value) ? undefined : false;
}

const KEY_NAMES = ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_APPLICATION_CREDENTIALS', 'GOOGLE_GENAI_USE_VERTEXAI'];
