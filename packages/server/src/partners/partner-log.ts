import { createHash } from 'node:crypto';
import { AppError } from '@trailmark/core/errors';
import type { Transaction } from '@trailmark/store/cases/casework';
import { insertLogRow, type PartnerLogRow } from '@trailmark/store/cases/partners/log-rows';
import { lockPartner, type PartnerRow, setTheirHead } from '@trailmark/store/cases/partners/partner-rows';
import { recordAudit } from '@trailmark/store/cases/record-audit';
import { type Caller, createVisitor } from '../casework/caller.ts';
import { type CaseworkContext, toAuditEvent } from '../casework/casework-context.ts';
import type { OpenedFrame } from './frame-jobs.ts';
import type { FrameHead } from './frame-shape.ts';

const SERVER = createVisitor({ address: '', agent: '' });

/** Quotas of blinded values in 24 hours: of one case, and of one partner in all. */
export const OF_CASE = 1_280;
export const OF_PARTNER = 5_120;
/** Notices of one partner in 24 hours: one follows each query, and each message is one. */
export const NOTICES_OF_PARTNER = 2_000;
export const QUOTA_MS = 86_400_000;

/** The head of a log after one more frame. */
export function nextHead(head: Uint8Array, row: Pick<PartnerLogRow, 'seq' | 'direction' | 'kind' | 'digest'>): Buffer {
  return createHash('sha256')
    .update(head)
    .update(`${row.seq}:${row.direction}:${row.kind}:`)
    .update(row.digest)
    .digest();
}

export async function getPartner(tx: Transaction, id: string): Promise<PartnerRow> {
  const partner = await lockPartner(tx, id);
  if (!partner) throw new AppError('not-found', 'There is no such partner.');
  return partner;
}

export interface LoggedFrame {
  readonly direction: 'sent' | 'received';
  readonly head: Pick<FrameHead, 'kind' | 'id' | 'way' | 'replyTo'>;
  readonly digest: Uint8Array;
  readonly bytes: number;
  readonly elements?: number;
  readonly handle?: Buffer | null;
  readonly interest?: string | null;
  /** Who did it; the server itself where nobody did. */
  readonly caller?: Caller | undefined;
}

/**
 * Logs a frame twice: as a link of the partner's own chain, and as a line of the audit log with the head of that chain, so that
 * neither can be shortened alone. The partner is locked.
 */
export async function logFrame(
  casework: CaseworkContext,
  tx: Transaction,
  partner: PartnerRow,
  { direction, head, digest, bytes, elements = 0, handle = null, interest = null, caller }: LoggedFrame,
): Promise<PartnerRow> {
  const at = casework.now();
  const link = { seq: partner.logCount + 1, direction, kind: head.kind, digest: Buffer.from(digest) } as const;
  const next = nextHead(partner.logHead, link);
  const row = {
    ...link,
    way: head.way,
    head: next,
    elements,
    handle,
    bytes,
    interest,
    frame: head.id,
    replyTo: head.replyTo,
    at,
  };
  await insertLogRow(tx, { partner: partner.id, agency: partner.agency }, row);
  const entry = {
    action: `partner.${head.kind}.${direction}`,
    object: { kind: 'partner', id: partner.id },
    details: {
      partner: partner.name,
      digest: link.digest.toString('hex'),
      log: next.toString('hex'),
      seq: link.seq,
      elements,
      bytes,
    },
  };
  await recordAudit(tx, { ...toAuditEvent(caller ?? SERVER, entry, at), agency: partner.agency });
  return { ...partner, logCount: link.seq, logHead: next };
}

/** Keeps what the partner commits to; a log that has become shorter, or another one of the same length, is written down as such. */
export async function keepCommitment(
  casework: CaseworkContext,
  tx: Transaction,
  partner: PartnerRow,
  { log }: FrameHead,
): Promise<void> {
  const isShorter = log.count < partner.theirCount;
  const isOther =
    log.count === partner.theirCount && partner.theirHead !== null && partner.theirHead.toString('hex') !== log.head;
  if (isShorter || isOther) {
    const details = { partner: partner.name, before: partner.theirCount, now: log.count };
    const entry = {
      action: isShorter ? 'partner.log-shorter' : 'partner.log-changed',
      object: { kind: 'partner', id: partner.id },
      details,
    };
    const event = toAuditEvent(SERVER, { ...entry, outcome: 'failed' }, casework.now());
    await recordAudit(tx, { ...event, agency: partner.agency });
  }
  await setTheirHead(tx, partner.id, log.count, Buffer.from(log.head, 'hex'));
}

/** Seconds that a clock may be off, and days for which a file is taken. */
const SKEW = 300;
const FILE_DAYS = 30;

/** Throws `invalid` for a frame of another way, time or size than this one. */
export function checkFrame(
  now: Date,
  { head, size }: OpenedFrame,
  { way, sizes }: { readonly way: FrameHead['way']; readonly sizes: readonly number[] },
): void {
  const seconds = Math.floor(now.getTime() / 1_000);
  const refuse = (message: string, reason: string): never => {
    throw new AppError('invalid', message, { context: { reason } });
  };
  if (head.way !== way)
    refuse(`The frame was made for ${head.way === 'file' ? 'a file' : 'the network'}.`, 'other-way');
  if (head.at > seconds + SKEW) refuse('The frame is dated in the future: one of the two clocks is wrong.', 'future');
  const oldest = way === 'file' ? FILE_DAYS * 86_400 : SKEW;
  if (head.at < seconds - oldest) {
    refuse(`The frame is older than ${way === 'file' ? `${FILE_DAYS} days` : `${SKEW} seconds`}.`, 'old');
  }
  if (!sizes.includes(size)) refuse(`The frame has ${size} bytes, which no frame of its kind has.`, 'size');
}
