import { ROLES } from '@trailmark/core/role';
import { z } from 'zod';
import { defineRoute } from '../route.ts';

/** Any text of at most 1,024 bytes is taken at sign-in: what is wrong with it says nothing about the rules. */
export const passwordText = z.string().min(1).max(1_024);
/** As typed; the server folds it. */
export const emailText = z.string().min(1).max(254);
/** Six digits of an authenticator, or a recovery code. */
export const factorCode = z.string().min(6).max(64);
/** What a browser's passkey interface gave, as it gave it. */
export const passkeyResponse = z.record(z.string(), z.unknown());
export const instant = z.iso.datetime().meta({ description: 'ISO 8601, UTC.' });

/**
 * What a sign-in came to. `second-factor` asks the same call again with `code` or `passkey`; the other flags are those of
 * the specification, and `pending` is its fifth toast.
 */
export const LOGIN_FLAGS = ['success', 'failed', 'nouser', 'email_not_verified', 'pending', 'second-factor'] as const;

export const loginAnswer = z.object({
  flag: z.enum(LOGIN_FLAGS),
  /** Display name; empty unless `success`. */
  name: z.string(),
  /** `admin` for administrators, `user` for everybody else; empty unless `success`. */
  type: z.enum(['admin', 'user', '']),
  allow_status: z.enum(['Yes', 'No', '']),
  /** Which second factors the account can give; empty unless `second-factor`. */
  factors: z.array(z.enum(['totp', 'passkey', 'recovery-code'])),
  /** Options for the browser's passkey interface with `second-factor`; null without a passkey. */
  passkeyOptions: z.record(z.string(), z.unknown()).nullable(),
  /** Why nobody can try again just now, in words; null otherwise. */
  notice: z.string().nullable(),
});
export type LoginAnswer = z.output<typeof loginAnswer>;

/** Who the caller is, for the screen to draw by. The server decides each call again. */
export const me = z.object({
  role: z.enum(ROLES),
  /** Null for visitors. */
  account: z
    .object({
      id: z.uuid(),
      email: z.string(),
      name: z.string(),
      agency: z.object({ id: z.uuid(), name: z.string() }),
      type: z.enum(['admin', 'user']),
      allow_status: z.enum(['Yes', 'No']),
      photo: z.string().nullable(),
      hasSingleKeys: z.boolean(),
      /** Second factors that are set up. */
      factors: z.array(z.enum(['totp', 'passkey'])),
      mustSetPassword: z.boolean(),
    })
    .nullable(),
  session: z
    .object({
      isLocked: z.boolean(),
      /** When the screen locks without activity, and when the session ends in any case. */
      locksAt: instant,
      endsAt: instant,
      provenAt: instant,
      /** The sign-in before this one, and how many tries failed since. */
      lastSignInAt: instant.nullable(),
      lastSignInFrom: z.string().nullable(),
      failedTries: z.number().int(),
    })
    .nullable(),
  site: z.object({
    contactEmail: z.string(),
    proLoginUrl: z.string(),
    /** To be acknowledged before the sign-in form works; empty for none. */
    useNotice: z.string(),
    isDemo: z.boolean(),
    /** Nobody has claimed the installation yet. */
    isUnclaimed: z.boolean(),
    passwordMinLength: z.number().int(),
    profile: z.enum(['standard', 'cjis']),
    secondFactor: z.enum(['required', 'optional']),
  }),
});
export type Me = z.output<typeof me>;

const tag = 'Session';
export const done = z.object({ done: z.literal(true) });

export const sessionRoutes = {
  getMe: defineRoute({
    method: 'GET',
    path: '/me',
    tag,
    summary: 'Who the caller is; sets the XSRF cookie',
    access: 'public',
    audit: 'none',
    output: me,
  }),
  login: defineRoute({
    method: 'POST',
    path: '/login',
    alsoAt: ['/api/login'],
    tag,
    summary: 'Signs in with email and password, and a second factor where the account has one',
    description: 'Always answers 200; `flag` says what it came to. Unknown, wrong and locked are all `failed`.',
    access: 'public',
    audit: 'act',
    body: z.strictObject({
      email: emailText,
      password: passwordText,
      code: factorCode.optional(),
      passkey: passkeyResponse.optional(),
    }),
    output: loginAnswer,
  }),
  startPasskeyLogin: defineRoute({
    method: 'POST',
    path: '/login/passkey/options',
    tag,
    summary: 'Options for signing in with a passkey alone',
    access: 'public',
    audit: 'none',
    body: z.strictObject({}),
    output: z.object({ options: z.record(z.string(), z.unknown()), ticket: z.string() }),
  }),
  finishPasskeyLogin: defineRoute({
    method: 'POST',
    path: '/login/passkey',
    tag,
    summary: 'Signs in with a passkey alone; works while the password path is locked',
    access: 'public',
    audit: 'act',
    body: z.strictObject({ ticket: z.string().max(200), passkey: passkeyResponse }),
    output: loginAnswer,
  }),
  logout: defineRoute({
    method: 'POST',
    path: '/logout',
    tag,
    summary: 'Ends the session',
    access: 'session',
    whileLocked: true,
    audit: 'act',
    body: z.strictObject({ everywhere: z.boolean().default(false) }),
    output: done,
  }),
  unlock: defineRoute({
    method: 'POST',
    path: '/session/unlock',
    tag,
    summary: 'Opens a locked session, or proves a factor again for a step that requires it',
    access: 'session',
    whileLocked: true,
    audit: 'act',
    body: z.strictObject({
      password: passwordText.optional(),
      code: factorCode.optional(),
      passkey: passkeyResponse.optional(),
    }),
    output: done,
  }),
  startUnlock: defineRoute({
    method: 'POST',
    path: '/session/passkey-options',
    tag,
    summary: 'Options for proving a passkey of the signed-in account',
    access: 'session',
    whileLocked: true,
    audit: 'none',
    body: z.strictObject({}),
    output: z.object({ options: z.record(z.string(), z.unknown()).nullable() }),
  }),
  lock: defineRoute({
    method: 'POST',
    path: '/session/lock',
    tag,
    summary: 'Locks the session now',
    access: 'session',
    whileLocked: true,
    audit: 'act',
    body: z.strictObject({}),
    output: done,
  }),
  listSessions: defineRoute({
    method: 'GET',
    path: '/sessions',
    tag,
    summary: 'Own living sessions',
    access: 'session',
    audit: 'view',
    output: z.object({
      items: z.array(
        z.object({
          id: z.uuid(),
          isCurrent: z.boolean(),
          startedAt: instant,
          activeAt: instant,
          source: z.string(),
          agent: z.string(),
        }),
      ),
    }),
  }),
  endSession: defineRoute({
    method: 'POST',
    path: '/sessions/:id/end',
    tag,
    summary: 'Ends one of the own sessions',
    access: 'member',
    audit: 'act',
    params: z.object({ id: z.uuid() }),
    body: z.strictObject({}),
    output: done,
  }),
  getUserProfileByEmail: defineRoute({
    method: 'POST',
    path: '/getUserProfileByEmail',
    alsoAt: ['/api/getUserProfileByEmail'],
    tag,
    summary: 'Photo of the own account',
    description: 'An address that is not the own answers like an unknown one: `photo` is null.',
    access: 'session',
    audit: 'none',
    body: z.strictObject({ email: emailText }),
    output: z.object({
      data: z.object({ data: z.object({ photo: z.string().nullable() }) }),
      photo: z.string().nullable(),
    }),
  }),
};
