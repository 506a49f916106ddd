import { normaliseAddress } from '@trailmark/chains/chain-address';
import type { ChainId } from '@trailmark/core/chain';
import { formatAddress } from '../ledger/any-chain.ts';
import type { ServedLedger } from '../ledger/ledgers.ts';
import type { WatchTarget } from './subjects/watch-subject.ts';

/** What an authority that names addresses compares a target with: an address, or the contract of a token. */
export function toActAddress(ledger: ServedLedger, { kind, key }: Pick<WatchTarget, 'kind' | 'key'>): string {
  const own = kind === 'address' ? key : key.slice(`${ledger.id}:0x`.length);
  return normaliseAddress(ledger.id, formatAddress(ledger, own));
}

interface LimitedWatch {
  readonly authorityAddresses: readonly { readonly chain: string; readonly address: string }[] | null;
}

/** Those of some targets that the authority of a watch does not name; none where it names no addresses, or there is none. */
export function listUncovered<Target extends Pick<WatchTarget, 'kind' | 'key'>>(
  ledger: ServedLedger,
  { authorityAddresses }: LimitedWatch,
  targets: readonly Target[],
): readonly Target[] {
  if (authorityAddresses === null || authorityAddresses.length === 0) return [];
  const chain: ChainId = ledger.id;
  const named = new Set(authorityAddresses.flatMap((each) => (each.chain === chain ? each.address : [])));
  return targets.filter((target) => !named.has(toActAddress(ledger, target)));
}
