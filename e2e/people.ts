import type { BrowserContextOptions } from 'playwright-core';
import type { TrailmarkServer } from './trailmark-server.ts';

/** Addresses of the demonstration, by what the person is to the server. */
export const PEOPLE = {
  allowed: 'lead.investigator@northgate.example',
  member: 'analyst@northgate.example',
  agencyAdmin: 'head.of.unit@northgate.example',
  platformAdmin: 'administrator@desk.example',
  auditor: 'auditor@desk.example',
  waiting: 'new.analyst@northgate.example',
  unverified: 'new.clerk@northgate.example',
} as const;
export type PersonKind = keyof typeof PEOPLE;

export interface Person {
  readonly email: string;
  readonly password: string;
}

/** A person of a server that was started with --demo: passwords are printed once, at its first start. */
export function findPerson(server: TrailmarkServer, kind: PersonKind): Person {
  const email = PEOPLE[kind];
  const line = server.output.split('\n').find((text) => text.startsWith(`${email} `));
  const password = line?.split(/\s+/)[1];
  if (!password) throw new Error(`The server printed no password of ${email}.`);
  return { email, password };
}

function readCookies(response: Response): [string, string][] {
  return response.headers.getSetCookie().flatMap((line) => {
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    return at > 0 ? [[pair.slice(0, at), pair.slice(at + 1)]] : [];
  });
}

export type SignedIn = NonNullable<BrowserContextOptions['storageState']>;

/** Signs a person in without a browser; what comes back is the `storageState` of a visit. */
export async function signIn(server: TrailmarkServer, kind: PersonKind): Promise<SignedIn> {
  const { email, password } = findPerson(server, kind);
  const jar = new Map(readCookies(await fetch(`${server.origin}/api/v1/me`)));
  const response = await fetch(`${server.origin}/api/v1/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-xsrf-token': jar.get('XSRF-TOKEN') ?? '',
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    },
    body: JSON.stringify({ email, password }),
  });
  const answer = (await response.json()) as { readonly flag?: string };
  if (answer.flag !== 'success') throw new Error(`${email} could not sign in: ${JSON.stringify(answer)}`);
  for (const [name, value] of readCookies(response)) jar.set(name, value);
  const { hostname } = new URL(server.origin);
  const cookies = [...jar].map(([name, value]) => ({
    name,
    value,
    domain: hostname,
    path: '/',
    expires: -1,
    httpOnly: name !== 'XSRF-TOKEN',
    secure: false,
    sameSite: 'Lax' as const,
  }));
  return { cookies, origins: [] };
}
