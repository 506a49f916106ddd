import type { MiddlewareHandler } from 'hono';

const POLICY_NAME = 'content-security-policy';

/** What every response allows, scripts aside. */
const RESTRICTIONS = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
];

const CONTENT_SECURITY_POLICY = ["script-src 'self'", ...RESTRICTIONS].join('; ');

/**
 * What the page of the application allows: scripts that carry the nonce of this answer, and those they load; and no text becomes HTML
 * or the address of a script but through the one policy that `public/first.js` makes (Trusted Types).
 */
export function toPagePolicy(nonce: string): string {
  const scripts = `script-src 'nonce-${nonce}' 'strict-dynamic'`;
  const types = ["require-trusted-types-for 'script'", 'trusted-types default'];
  return [scripts, ...types, ...RESTRICTIONS].join('; ');
}

/** Headers of every answer, errors included. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  [POLICY_NAME]: CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-dns-prefetch-control': 'off',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

const ONE_YEAR = 'max-age=31536000; includeSubDomains';

/** Sets the headers on whatever leaves the server; over TLS browsers are instructed to use nothing else. */
export function createSecurityHeaders(isSecure: boolean): MiddlewareHandler {
  const entries = Object.entries({
    ...SECURITY_HEADERS,
    ...(isSecure ? { 'strict-transport-security': ONE_YEAR } : {}),
  });
  return async (c, next) => {
    await next();
    // A page has a policy of its own, which is stricter.
    const isPage = c.res.headers.has(POLICY_NAME);
    for (const [name, value] of entries) if (!isPage || name !== POLICY_NAME) c.res.headers.set(name, value);
  };
}
