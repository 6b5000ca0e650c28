/** A base URL may hold a user name and a password; the origin does not. */
export function addressOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : 'base_url';
}
