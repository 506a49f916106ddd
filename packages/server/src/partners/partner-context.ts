import { createHash, createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PartnerRow } from '@trailmark/store/cases/partners/partner-rows';
import type { CaseworkContext } from '../casework/casework-context.ts';
import type { InterestContext } from '../deconfliction/tags.ts';
import { createSourceTransport, type SourceTransport } from '../outbound/source-transport.ts';
import { PartnerWork } from './partner-work.ts';

export const SYSTEM = { kind: 'system' } as const;

export interface PartnerContext extends InterestContext {
  readonly work: PartnerWork;
  readonly transport: SourceTransport;
  /** Waits so many milliseconds: until the next tick, at which answers are released. */
  readonly wait: (ms: number) => Promise<unknown>;
}

export function createPartnerContext(
  context: InterestContext,
  ports: Partial<Pick<PartnerContext, 'transport' | 'wait' | 'work'>> = {},
): PartnerContext {
  const { transport = createSourceTransport(), wait = (ms: number) => sleep(ms), work = new PartnerWork() } = ports;
  return { ...context, work, transport, wait };
}

type Keys = Pick<CaseworkContext, 'keys'>;

/** Seed of the key that an agency signs with and that others seal for. */
export const identitySeed = ({ keys }: Keys, agency: string): Buffer => keys.derive(`sign:partner:${agency}`);

/** Ed25519 public key of an agency, 32 bytes. */
export function identityOf({ keys }: Keys, agency: string): Buffer {
  const { x = '' } = keys.signingKey(`partner:${agency}`).publicKey.export({ format: 'jwk' });
  return Buffer.from(x, 'base64url');
}

type Pair = Pick<PartnerRow, 'agency' | 'key' | 'epoch'>;

/** Seed of the key of the pseudorandom function for one partner and epoch: no two partners can compare what they were sent. */
export const oprfSeed = ({ keys }: Keys, { agency, key, epoch }: Pair): Buffer =>
  keys.derive(`partner-oprf:${agency}:${key.toString('hex')}:${epoch}`);

/** The name under which a partner counts requests for one case on one day; it leads back to no case. */
export function toHandle({ keys }: Keys, partner: string, subject: string, day: string): Buffer {
  return createHmac('sha256', keys.derive('partner-handle'))
    .update(`${partner}:${subject}:${day}`)
    .digest()
    .subarray(0, 16);
}

/** Forty digits of a key in eight groups, to be read aloud. */
export function toFingerprint(key: Uint8Array): string {
  const digest = createHash('sha256').update('trailmark/partner-fingerprint/1').update(key).digest();
  const groups = Array.from({ length: 8 }, (_, i) => String(digest.readUInt32BE(i * 4) % 100_000).padStart(5, '0'));
  return groups.join(' ');
}
