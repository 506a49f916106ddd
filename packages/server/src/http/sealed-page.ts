/** Pages that are one file with a policy of their own, which people also save and open without a server. */
const SEALED_PAGES = ['/seed-scanner.html', '/verify-bundle.html'];

export function isSealedPage(path: string): boolean {
  return SEALED_PAGES.includes(path);
}

/** The policy that a page carries in itself, and that only pages of this server may show it in a frame; undefined without one. */
export function toSealedPolicy(page: string): string | undefined {
  const [, policy] = /<meta http-equiv="Content-Security-Policy" content="([^"<>]+)">/.exec(page) ?? [];
  return policy === undefined ? undefined : `${policy}; frame-ancestors 'self'`;
}
