import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { unixSeconds } from '../wire.ts';
import { CASES_TAG, day } from './case.ts';
import { neededLine, why } from './case-text.ts';

const tag = CASES_TAG;
const id = z.uuid();
const keyParams = z.object({ key: id });
const publicKey = z.string().meta({ description: 'The 32 bytes of an Ed25519 key, hexadecimal.' });
const fingerprint = z.string().meta({ description: 'SHA-256 of the 32 bytes, in groups of four digits.' });

const caseKey = z.object({
  ...{ id, publicKey, fingerprint },
  /** The agency whose key it is. */
  name: z.string(),
  /** How its fingerprint was compared with that agency. */
  compared: z.string(),
  state: z.enum(['proposed', 'trusted', 'refused', 'withdrawn', 'revoked']),
  proposedAt: unixSeconds,
  proposedBy: z.string(),
  decided: z.object({ at: unixSeconds, by: z.string() }).nullable(),
  revoked: z
    .object({
      at: unixSeconds,
      by: z.string(),
      /** First day, UTC, whose packages are no longer good. */
      from: z.string(),
      why: z.string(),
    })
    .nullable(),
  /** What the reader may do with it: nobody confirms what they entered. */
  mayDecide: z.boolean(),
  mayWithdraw: z.boolean(),
  mayRevoke: z.boolean(),
});
export type CaseKey = z.output<typeof caseKey>;

export const listCaseKeys = defineRoute({
  method: 'GET',
  path: '/case-keys',
  tag,
  summary:
    'Keys of other agencies that packages of cases are judged by, and the key that packages are signed with here',
  access: 'allowed',
  audit: 'view',
  output: z.object({
    /** Of this installation: other agencies enter it. */
    own: z.object({ publicKey, fingerprint, /** A file with the key, as another agency reads it. */ file: z.string() }),
    mayEnter: z.boolean(),
    items: z.array(caseKey),
  }),
});
export type CaseKeys = z.output<typeof listCaseKeys.output>;

export const proposeCaseKey = defineRoute({
  method: 'POST',
  path: '/case-keys',
  tag,
  summary: 'Enter the key of another agency; it is trusted once another administrator confirms it',
  access: 'admin',
  audit: 'act',
  body: z.strictObject({
    name: neededLine(200),
    /** PEM, or 64 hexadecimal digits. */
    publicKey: z.string().max(4_000),
    compared: neededLine(500).min(3),
  }),
  output: caseKey,
});

export const decideCaseKey = defineRoute({
  method: 'POST',
  path: '/case-keys/:key/decision',
  tag,
  summary: 'Trust a key that another administrator entered, or refuse it; who entered it can withdraw it',
  access: 'admin',
  audit: 'act',
  stepUp: true,
  params: keyParams,
  body: z.strictObject({ isTrusted: z.boolean() }),
  output: caseKey,
});

export const revokeCaseKey = defineRoute({
  method: 'POST',
  path: '/case-keys/:key/revocation',
  tag,
  summary: 'Trust a key no longer: packages that it signed from a day on are refused',
  access: 'admin',
  audit: 'act',
  stepUp: true,
  params: keyParams,
  body: z.strictObject({ from: day, why }),
  output: caseKey,
});

export const caseKeyRoutes = { decideCaseKey, listCaseKeys, proposeCaseKey, revokeCaseKey };
