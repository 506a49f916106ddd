import type { BrowserContextOptions } from 'playwright-core';
import { findDemoPassword, type SessionHeaders, signInTo } from '../test/demo-session.ts';
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
  return { email, password: findDemoPassword(server.output, email) };
}

export type SignedIn = NonNullable<BrowserContextOptions['storageState']>;

/** What requests of a signed-in person carry, without a browser. */
export function signInHeaders(server: TrailmarkServer, kind: PersonKind): Promise<SessionHeaders> {
  const { email, password } = findPerson(server, kind);
  return signInTo(server.origin, email, password);
}

/** A session as the `storageState` of a visit. */
export function toStorageState(server: TrailmarkServer, { cookie }: SessionHeaders): SignedIn {
  const { hostname } = new URL(server.origin);
  const cookies = cookie.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split('=');
    return {
      name,
      value,
      domain: hostname,
      path: '/',
      expires: -1,
      httpOnly: name !== 'XSRF-TOKEN',
      secure: false,
      sameSite: 'Lax' as const,
    };
  });
  return { cookies, origins: [] };
}

/** Signs a person in without a browser; what comes back is the `storageState` of a visit. */
export async function signIn(server: TrailmarkServer, kind: PersonKind): Promise<SignedIn> {
  return toStorageState(server, await signInHeaders(server, kind));
}
