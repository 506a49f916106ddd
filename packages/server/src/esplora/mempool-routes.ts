import type { UnconfirmedOverlay, UnconfirmedTransaction } from '@trailmark/core/unconfirmed';
import type { EsploraRoutes } from './esplora-route.ts';

const RECENT = 10;
/** Bytes of a bar of the fee histogram: Electrum's first bin. */
const HISTOGRAM_BIN = 100_000;

function list(
  overlay: UnconfirmedOverlay | undefined,
  limit = Number.MAX_SAFE_INTEGER,
): readonly UnconfirmedTransaction[] {
  return overlay?.list(limit) ?? [];
}

/** Satoshi per virtual byte; undefined where an input's value is not known. */
function feeRate({ record, vsize }: UnconfirmedTransaction): number | undefined {
  return record.fee === undefined ? undefined : Number(record.fee) / vsize;
}

/** Pairs of a fee rate and the virtual size paying at least it, highest first, in bins of about 100,000 bytes. */
function toHistogram(transactions: readonly UnconfirmedTransaction[]): [number, number][] {
  const rates = transactions.flatMap((transaction) => {
    const rate = feeRate(transaction);
    return rate === undefined ? [] : [{ rate, vsize: transaction.vsize }];
  });
  const bins: [number, number][] = [];
  let size = 0;
  for (const { rate, vsize } of rates.sort((a, b) => b.rate - a.rate)) {
    size += vsize;
    if (size > HISTOGRAM_BIN) {
      bins.push([rate, size]);
      size = 0;
    }
  }
  const lowest = rates.at(-1)?.rate;
  if (size > 0 && lowest !== undefined) bins.push([lowest, size]);
  return bins;
}

function toRecent({ txid, vsize, record }: UnconfirmedTransaction): Record<string, unknown> {
  return {
    txid,
    fee: record.fee ?? null,
    vsize,
    value: record.outputs.reduce((sum, output) => sum + output.value, 0n),
  };
}

/** Esplora's `/mempool…` routes, empty where the server follows no node. Fees are not estimated. */
export const mempoolRoutes: EsploraRoutes = {
  '/mempool': ({ ledger }) => {
    const all = list(ledger.overlay);
    return {
      json: {
        count: ledger.overlay?.count() ?? 0,
        vsize: all.reduce((sum, { vsize }) => sum + vsize, 0),
        total_fee: all.reduce((sum, { record }) => sum + (record.fee ?? 0n), 0n),
        fee_histogram: toHistogram(all),
      },
    };
  },
  '/mempool/txids': ({ ledger }) => ({ json: list(ledger.overlay).map(({ txid }) => txid) }),
  '/mempool/recent': ({ ledger }) => {
    const newest = [...list(ledger.overlay)].sort((a, b) => b.seen - a.seen).slice(0, RECENT);
    return { json: newest.map(toRecent) };
  },
  '/fee-estimates': () => ({ json: {} }),
};
