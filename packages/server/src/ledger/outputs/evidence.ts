import type { getTransactionEvidence } from '@trailmark/api/contract/transaction';
import type { RouteOutput } from '@trailmark/api/route';
import { encodeHex } from '@trailmark/core/hex';
import type { VanishedTransaction } from '@trailmark/core/output-ledger';
import type { ReadOptions } from '@trailmark/core/read-options';
import { formatCount } from '../../answers/format-count.ts';
import { toAsOf } from '../answer.ts';
import type { ServedOutputs } from '../ledgers.ts';

const formatDay = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');

/** Why a transaction is not on the chain though it was seen, in a sentence; times are UTC. */
export function describeVanished({ reason, firstSeen, lastSeen, block, replacedBy }: VanishedTransaction): string {
  const seen = `from ${formatDay(firstSeen)} to ${formatDay(lastSeen)} UTC`;
  if (block) {
    const place = `block ${formatCount(block.height)} (${block.hash})`;
    return `It was in ${place}, which a reorganisation took back on ${formatDay(lastSeen)} UTC. Its bytes are kept as evidence.`;
  }
  const end =
    reason === 'replaced' && replacedBy !== undefined
      ? `until ${replacedBy} spent the same output`
      : 'and is no longer listed by the node';
  return `It was seen unconfirmed ${seen}, ${end}. Its bytes are kept as evidence.`;
}

/** What is kept of a transaction that was seen and is not on the chain. */
export async function readEvidence(
  ledger: ServedOutputs,
  txid: string,
  read: ReadOptions,
): Promise<RouteOutput<typeof getTransactionEvidence>> {
  const [kept, positions] = await Promise.all([
    ledger.reader.vanished(txid, read),
    ledger.reader.positionsOf([txid], read),
  ]);
  const items = kept.map(({ reason, firstSeen, lastSeen, block, replacedBy, raw }) => ({
    reason,
    firstSeen,
    lastSeen,
    height: block?.height ?? null,
    blockHash: block?.hash ?? null,
    replacedBy: replacedBy ?? null,
    hex: encodeHex(raw),
  }));
  return { asOf: toAsOf(ledger), txid, isMined: (positions.get(txid)?.length ?? 0) > 0, items };
}
