import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { unixSeconds } from '../wire.ts';

const tag = 'Sources';

/** The time stamp authority of the installation. Nothing is sent to it unless it is on. */
const stampAuthority = z.object({
  isOn: z.boolean(),
  /** Empty where none is set. */
  endpoint: z.string(),
  /** Certificates that the signer of a stamp must lead to. */
  certificates: z.array(
    z.object({
      name: z.string(),
      fingerprint: z.string().meta({ description: 'SHA-256 of the certificate, hexadecimal.' }),
      goodUntil: unixSeconds,
    }),
  ),
  requestCount: z.number().int(),
  lastAskedAt: unixSeconds.nullable(),
  lastFault: z.string().nullable(),
});
export type StampAuthority = z.output<typeof stampAuthority>;

export const getStampAuthority = defineRoute({
  method: 'GET',
  path: '/sources/time-stamps',
  tag,
  summary: 'The time stamp authority that daily roots of custody are sent to, and how it was used',
  access: 'platform',
  audit: 'view',
  output: stampAuthority,
});

export const setStampAuthority = defineRoute({
  method: 'POST',
  path: '/sources/time-stamps/settings',
  tag,
  summary: 'Set the time stamp authority (RFC 3161), and turn it on or off',
  access: 'platform',
  audit: 'act',
  stepUp: true,
  body: z.strictObject({
    isOn: z.boolean(),
    endpoint: z.string().max(300).optional(),
    /** One to five certificates, PEM. */
    certificates: z.string().max(20_000).optional(),
  }),
  output: stampAuthority,
});

export const stampAuthorityRoutes = { getStampAuthority, setStampAuthority };
