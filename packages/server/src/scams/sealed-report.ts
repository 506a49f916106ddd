import { createHash, createHmac, randomInt } from 'node:crypto';
import type { Contract } from '@trailmark/api/contract';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { networkOf } from '../accounts/throttle.ts';
import { openBytes, sealBytes } from '../cases/case-key.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';

/** What a report states about the victim. It is encrypted with a key that is no part of the database. */
export type VictimPart = RouteOutput<Contract['openScamVictim']>;
type Submission = RouteInput<Contract['submitScamReport']>['body'];

const PURPOSE = 'scam-report';
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const aboutReport = (id: string): string => `scam-report:${id}`;

function sealPart({ keys }: CaseworkContext, id: string, part: VictimPart): Buffer {
  return sealBytes(keys.derive(PURPOSE), aboutReport(id), Buffer.from(JSON.stringify(part)));
}

export function sealVictim(casework: CaseworkContext, id: string, { victim, story, evidence }: Submission): Buffer {
  return sealPart(casework, id, { victim, story, files: evidence.map(({ name }) => name), appeals: [] });
}

/** Throws `inconsistent` for bytes that were changed. */
export function openVictim({ keys }: CaseworkContext, id: string, sealed: Buffer): VictimPart {
  const text = openBytes(keys.derive(PURPOSE), aboutReport(id), sealed).toString('utf8');
  // What was sealed before appeals were has none.
  return { appeals: [], ...JSON.parse(text) };
}

const NOTHING: VictimPart = {
  victim: null,
  story: { contact: '', communications: '', exchanges: '', timeline: '' },
  files: [],
  appeals: [],
};

/** What is sealed of a report, with one more appeal; it starts again where consent was withdrawn. */
export function sealAppeal(
  casework: CaseworkContext,
  id: string,
  sealed: Buffer | null,
  appeal: VictimPart['appeals'][number],
): Buffer {
  const part = sealed === null ? NOTHING : openVictim(casework, id, sealed);
  return sealPart(casework, id, { ...part, appeals: [...part.appeals, appeal] });
}

function drawLetters(count: number): string {
  return Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** `SR-2026-7K4M-93QD`: random, so that nobody counts reports by it. */
export function drawReference(now: Date): string {
  return `SR-${now.getUTCFullYear()}-${drawLetters(4)}-${drawLetters(4)}`;
}

/** The code of a report, of 100 bits in letters that nobody confuses: made of a key outside the database, so that a lost receipt can be given again. */
export function makeSecret({ keys }: CaseworkContext, id: string): string {
  const digest = createHmac('sha256', keys.derive('scam-code')).update(id).digest();
  const letters = Array.from(digest.subarray(0, 20), (byte) => LETTERS[byte % LETTERS.length]).join('');
  return [0, 5, 10, 15].map((at) => letters.slice(at, at + 5)).join('-');
}

/** Digest of a code however it is typed. */
export function hashSecret(secret: string): string {
  return createHash('sha256')
    .update(secret.toUpperCase().replace(/[^0-9A-Z]/g, ''))
    .digest('hex');
}

/** Digest of an answer to the question of a form: letter case and spaces do not count. */
export function hashAnswer({ keys }: CaseworkContext, answer: string): string {
  const folded = answer.normalize('NFKC').toLowerCase().replace(/\s+/g, '');
  return createHmac('sha256', keys.derive('scam-answer')).update(folded).digest('hex');
}

/** Reports of one network have one tag; the network itself is not kept. */
export function tagSource({ keys }: CaseworkContext, address: string): string {
  return createHmac('sha256', keys.derive('scam-source')).update(networkOf(address)).digest('hex').slice(0, 16);
}
