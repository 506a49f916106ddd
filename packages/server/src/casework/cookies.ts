/** Value of a cookie of a request; undefined without it. */
export function readCookie(headers: Headers, name: string): string | undefined {
  for (const part of (headers.get('cookie') ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

/**
 * A Set-Cookie value for the whole site that ends with the browser: none has a lifetime. `isSecure` as the site is served
 * over TLS; a page on loopback has none.
 */
export function formatCookie(
  name: string,
  value: string,
  { isSecure, isHttpOnly }: { readonly isSecure: boolean; readonly isHttpOnly: boolean },
): string {
  return [`${name}=${value}`, 'Path=/', 'SameSite=Lax', isSecure && 'Secure', isHttpOnly && 'HttpOnly']
    .filter(Boolean)
    .join('; ');
}

/** Takes a cookie back. */
export function formatExpiredCookie(name: string, isSecure: boolean): string {
  return [`${name}=`, 'Path=/', 'Max-Age=0', 'SameSite=Lax', isSecure && 'Secure'].filter(Boolean).join('; ');
}
