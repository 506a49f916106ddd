import { randomUUID } from 'node:crypto';
import type { PartnerRow } from '@trailmark/store/cases/partners/partner-rows';
import type { FrameHead } from './frame-shape.ts';
import { identitySeed, type PartnerContext } from './partner-context.ts';

export interface MadeFrame {
  readonly head: FrameHead;
  readonly text: string;
  readonly digest: Uint8Array;
  /** Bytes as they leave. */
  readonly bytes: number;
}

/** Makes a frame for a partner: dated, with the commitment to the own log, sealed and signed. */
export async function makeFrame(
  { casework, work }: PartnerContext,
  partner: PartnerRow,
  {
    kind,
    way,
    replyTo = null,
    body,
    parts = [],
    size,
  }: Pick<FrameHead, 'kind' | 'way' | 'body'> & {
    readonly replyTo?: string | null;
    readonly parts?: readonly Uint8Array[];
    readonly size: number;
  },
): Promise<MadeFrame> {
  const head: FrameHead = {
    ...{ kind, id: randomUUID(), at: Math.floor(casework.now().getTime() / 1_000), way, replyTo, body },
    log: { count: partner.logCount, head: partner.logHead.toString('hex') },
  };
  const seed = identitySeed(casework, partner.agency);
  const { text, digest } = await work.run('sealFrame', { seed, to: partner.key, head, parts, size });
  return { head, text, digest, bytes: text.length };
}
