import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { done, factorCode, instant, passkeyResponse } from './session.ts';

const tag = 'Second factors';

/** Second factors and programs' tokens of the own account. `session` so that a first factor can be set up. */
export const factorRoutes = {
  listFactors: defineRoute({
    method: 'GET',
    path: '/factors',
    tag,
    summary: 'Own second factors',
    access: 'session',
    audit: 'view',
    output: z.object({
      hasTotp: z.boolean(),
      passkeys: z.array(
        z.object({ id: z.string(), name: z.string(), createdAt: instant, lastUsedAt: instant.nullable() }),
      ),
      recoveryCodesLeft: z.number().int(),
      /** Whether an authenticator app is enough for this account's role. */
      takesTotp: z.boolean(),
    }),
  }),
  startTotp: defineRoute({
    method: 'POST',
    path: '/factors/totp',
    tag,
    summary: 'Makes a secret for an authenticator app, shown once',
    access: 'session',
    audit: 'act',
    body: z.strictObject({}),
    output: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirmTotp: defineRoute({
    method: 'POST',
    path: '/factors/totp/confirm',
    tag,
    summary: 'Puts the authenticator into force with its first code',
    access: 'session',
    audit: 'act',
    body: z.strictObject({ code: factorCode }),
    output: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  removeTotp: defineRoute({
    method: 'POST',
    path: '/factors/totp/remove',
    tag,
    summary: 'Takes the authenticator off',
    access: 'member',
    audit: 'act',
    stepUp: true,
    body: z.strictObject({}),
    output: done,
  }),
  startPasskey: defineRoute({
    method: 'POST',
    path: '/factors/passkeys/options',
    tag,
    summary: 'Options for making a passkey',
    access: 'session',
    audit: 'none',
    body: z.strictObject({}),
    output: z.object({ options: z.record(z.string(), z.unknown()) }),
  }),
  addPasskey: defineRoute({
    method: 'POST',
    path: '/factors/passkeys',
    tag,
    summary: 'Adds a passkey',
    access: 'session',
    audit: 'act',
    body: z.strictObject({ name: z.string().trim().min(1).max(100), passkey: passkeyResponse }),
    output: z.object({
      /** Only with the first factor of the account; empty afterwards. */
      recoveryCodes: z.array(z.string()),
    }),
  }),
  removePasskey: defineRoute({
    method: 'POST',
    path: '/factors/passkeys/remove',
    tag,
    summary: 'Takes a passkey off',
    access: 'member',
    audit: 'act',
    stepUp: true,
    body: z.strictObject({ id: z.string().max(1_400) }),
    output: done,
  }),
  renewRecoveryCodes: defineRoute({
    method: 'POST',
    path: '/factors/recovery-codes',
    tag,
    summary: 'Makes ten new recovery codes; the old ones are void',
    access: 'member',
    audit: 'act',
    stepUp: true,
    body: z.strictObject({}),
    output: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  listApiTokens: defineRoute({
    method: 'GET',
    path: '/api-tokens',
    tag,
    summary: 'Own tokens for programs',
    access: 'allowed',
    audit: 'view',
    output: z.object({
      items: z.array(
        z.object({
          id: z.uuid(),
          name: z.string(),
          createdAt: instant,
          expiresAt: instant,
          lastUsedAt: instant.nullable(),
        }),
      ),
    }),
  }),
  createApiToken: defineRoute({
    method: 'POST',
    path: '/api-tokens',
    tag,
    summary: 'Makes a token for a program, shown once, for at most a year',
    description:
      'With it comes a key and a secret for clients that sign requests instead of sending the token; the secret is stored nowhere.',
    access: 'allowed',
    audit: 'act',
    stepUp: true,
    body: z.strictObject({ name: z.string().trim().min(1).max(100), days: z.number().int().min(1).max(365) }),
    output: z.object({ token: z.string(), signing: z.object({ key: z.uuid(), secret: z.string() }) }),
  }),
  endApiToken: defineRoute({
    method: 'POST',
    path: '/api-tokens/:id/end',
    tag,
    summary: 'Ends one of the own tokens',
    access: 'allowed',
    audit: 'act',
    params: z.object({ id: z.uuid() }),
    body: z.strictObject({}),
    output: done,
  }),
};
