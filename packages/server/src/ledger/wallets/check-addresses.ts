import { setImmediate } from 'node:timers/promises';
import type { checkWalletAddresses } from '@trailmark/api/contract/wallet-key';
import type { RouteOutput } from '@trailmark/api/route';
import { parseAddress } from '@trailmark/chains/chain-address';
import { isPrivateKey, PRIVATE_KEY_REASON } from '@trailmark/chains/utxo/private-key';
import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { AddressKey } from '@trailmark/core/ledger';
import type { ReadOptions } from '@trailmark/core/read-options';
import { toAnyEnvelope } from '../any-chain.ts';
import type { Ledgers } from '../ledgers.ts';
import { type AddressUse, readAddressUses } from './address-use.ts';

/** Addresses to look for on one chain. */
export interface AddressGroup {
  readonly chain: ChainId;
  readonly addresses: readonly string[];
}

type Answer = RouteOutput<typeof checkWalletAddresses>;

interface Checked extends Partial<ReturnType<typeof toAnyEnvelope>> {
  readonly chain: ChainId;
  /** False: nothing of the chain is indexed. */
  readonly isIndexed: boolean;
  readonly checked: number;
  readonly found: readonly { readonly address: string; readonly use: AddressUse }[];
  readonly refused: readonly { readonly address: string; readonly reason: string }[];
}

/** Addresses read before other requests get a turn. */
const SLICE = 500;

type Read = { readonly key: AddressKey } | { readonly reason: string };

function readOne(chain: ChainId, address: string): Read {
  if (isPrivateKey(address.trim())) return { reason: PRIVATE_KEY_REASON };
  try {
    return { key: parseAddress(chain, address.trim()) };
  } catch (error) {
    if (AppError.is(error, 'invalid')) return { reason: error.message };
    throw error;
  }
}

async function checkGroup(ledgers: Ledgers, { chain, addresses }: AddressGroup, read: ReadOptions): Promise<Checked> {
  const ledger = ledgers.find(chain);
  const keys = new Map<AddressKey, string>();
  const refused: { address: string; reason: string }[] = [];
  for (const [i, address] of addresses.entries()) {
    if (i % SLICE === SLICE - 1) {
      await setImmediate();
      read.signal?.throwIfAborted();
    }
    const one = readOne(chain, address);
    if ('key' in one) keys.set(one.key, address);
    else refused.push({ address: one.reason === PRIVATE_KEY_REASON ? 'private key' : address, reason: one.reason });
  }
  if (!ledger) return { chain, isIndexed: false, checked: 0, found: [], refused };
  const uses = await readAddressUses(ledger, [...keys.keys()], read);
  const found = [...keys].flatMap(([key, address]) => {
    const use = uses.get(key);
    return use ? [{ address, use }] : [];
  });
  return { chain, isIndexed: true, ...toAnyEnvelope(ledger), checked: keys.size, found, refused };
}

/** Which of many addresses the index has seen, chain by chain, as the route answers it: one query per chain. */
export async function checkAddresses(
  ledgers: Ledgers,
  groups: readonly AddressGroup[],
  read: ReadOptions,
): Promise<Answer> {
  const chains: Answer['chains'] = [];
  for (const group of groups) {
    const { asOf = null, coverage = null, found, refused, ...rest } = await checkGroup(ledgers, group, read);
    chains.push({ ...rest, asOf, coverage, found: [...found], refused: [...refused] });
  }
  return { chains };
}
