import { detectNetworks, parseNetworkAddress } from '@trailmark/chains/network-address';
import { AppError } from '@trailmark/core/errors';
import type { LabelReader } from '@trailmark/core/label';
import { NETWORKS, type NetworkId } from '@trailmark/core/network';
import { isEvmNetwork } from '@trailmark/ingest/labels/evm-network';

/** An address in its canonical spelling, with the network it is read on. */
export interface NamedAddress {
  readonly network: NetworkId;
  readonly address: string;
}

/** The canonical spelling of an address. Throws `invalid` with the reason. Text that labels name is canonical already. */
export function readNetworkAddress(reader: LabelReader, network: NetworkId, text: string): NamedAddress {
  if (reader.has(network, text)) return { network, address: text };
  const parsed = parseNetworkAddress(network, text);
  if (parsed.ok) return { network, address: parsed.address };
  throw new AppError('invalid', `This is no address of ${NETWORKS[network]}: ${parsed.reason}.`);
}

/** Every network on which a text is an address. Networks of the Ethereum family share one spelling, so it is calculated once. */
function listPlaces(text: string): NamedAddress[] {
  let shared: string | undefined;
  return detectNetworks(text).flatMap((network) => {
    if (shared !== undefined && isEvmNetwork(network)) return [{ network, address: shared }];
    const parsed = parseNetworkAddress(network, text);
    if (!parsed.ok) return [];
    if (isEvmNetwork(network)) shared = parsed.address;
    return [{ network, address: parsed.address }];
  });
}

/**
 * The networks a text without one may mean: those on which labels name it, or else the best known of those whose checksum
 * it passes. Throws `invalid` where it is an address nowhere.
 */
export function readAnyAddress(reader: LabelReader, text: string): readonly NamedAddress[] {
  const places = listPlaces(text);
  const [first] = places;
  if (!first) {
    const reason = 'it is in no form known here, or its checksum fails';
    throw new AppError('invalid', `This is no address of a network known here: ${reason}.`);
  }
  const named = places.filter(({ network, address }) => reader.has(network, address));
  return named.length > 0 ? named : [first];
}
