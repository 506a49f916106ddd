import type { UnreadPart } from '@trailmark/analysis/screening/measure-exposure';
import { traitsOf } from '@trailmark/chains/chain-traits';
import type { AssetKey } from '@trailmark/core/asset';
import { groupDigits } from '@trailmark/core/group-digits';
import { findAssetKey } from '@trailmark/core/ledger';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { ExposureWay } from '@trailmark/core/screening/exposure';
import type { ScreeningRequest } from '@trailmark/core/screening/screening';
import { readAddress } from '../ledger/any-chain.ts';
import type { TraceDeps } from '../tracing/trace-as-of.ts';

/** Transactions that are read of a subject with too many payments for a trace, on account chains transfers of the asset: its newest. */
export const NEWEST_READ = 1_000;
/** Assets of a subject among which the sums of one are searched for, most used first. */
const LOOKED = 50;

/** What was not read of a direction; `refused`: why it could not be traced at all. */
export type UnreadOf = (way: ExposureWay, refused?: string) => UnreadPart;

/** All that an address received and sent of an asset, as far as indexed; undefined where it is not among its most used. */
async function findSums(
  { ledgers }: TraceDeps,
  { chain, subject }: ScreeningRequest,
  asset: AssetKey,
  read: ReadOptions,
): Promise<Readonly<Record<ExposureWay, bigint>> | undefined> {
  if (subject.kind === 'transaction') return undefined;
  const ledger = ledgers.get(chain);
  const { key } = readAddress(ledger, subject.text);
  const { items } = await ledger.transfers.balances(key, { offset: 0, limit: LOOKED }, read);
  const found = items.find((row) => findAssetKey(chain, row.asset) === asset);
  return found && { in: found.received, out: found.sent };
}

interface UnreadQuestion {
  readonly asset: AssetKey;
  readonly symbol: string;
  /** Its newest payments were traced. */
  readonly isBounded: boolean;
  /** A cluster is screened as one subject: nobody has the sums of what came from outside. */
  readonly hasCluster: boolean;
}

/** What was not read of a subject with too many payments, or of a direction that was refused. */
export async function describeUnread(
  deps: TraceDeps,
  request: ScreeningRequest,
  { asset, symbol, isBounded, hasCluster }: UnreadQuestion,
  read: ReadOptions,
): Promise<UnreadOf> {
  const { chain, subject, fromTime, toTime } = request;
  const { hasOutputs } = traitsOf(chain);
  const newest = groupDigits(NEWEST_READ);
  const begin = hasOutputs
    ? `${subject.text} received too many outputs to be read whole: only its newest ${newest} transactions were`
    : `${subject.text} has too many transfers of ${symbol} to be read whole: only its newest ${newest} were`;
  if (fromTime !== null || toTime !== null || hasCluster) {
    const sentence = `${begin}, within the time window. Shares are of what these paid.`;
    return (_, refused) => ({ whole: undefined, sentence: refused ?? sentence });
  }
  const sums = await findSums(deps, request, asset, read);
  const own = hasOutputs ? 'its own change' : 'the fees of its payments';
  const sentence = `${begin}. Shares are of all it received and sent; what came before these, and ${own}, is in the table as not read.`;
  return (way, refused) => ({ whole: sums?.[way], sentence: isBounded ? sentence : (refused ?? sentence) });
}
