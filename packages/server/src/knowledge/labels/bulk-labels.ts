import type { Contract } from '@trailmark/api/contract';
import type { AddressLabels } from '@trailmark/api/contract/label';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { isPrivateKey, PRIVATE_KEY_REASON } from '@trailmark/chains/utxo/private-key';
import { AppError } from '@trailmark/core/errors';
import type { LabelReader } from '@trailmark/core/label';
import type { NetworkId } from '@trailmark/core/network';
import { type NamedAddress, readAnyAddress, readNetworkAddress } from './label-address.ts';
import { toAddressLabels, toLabelsAsOf } from './label-answer.ts';

/** Addresses read between two turns of the event loop: a few milliseconds. */
const TURN = 200;

interface Asked {
  readonly input: string;
  readonly places: readonly NamedAddress[];
  readonly reason: string | undefined;
}

function readAsked(
  reader: LabelReader,
  { network, address }: { network?: NetworkId | undefined; address: string },
): Asked {
  const text = address.trim();
  // An answer may be kept as a file: a private key goes no further.
  if (isPrivateKey(text)) return { input: 'private key', places: [], reason: PRIVATE_KEY_REASON };
  try {
    const places = network ? [readNetworkAddress(reader, network, text)] : readAnyAddress(reader, text);
    return { input: address, places, reason: undefined };
  } catch (error) {
    if (AppError.is(error, 'invalid')) return { input: address, places: [], reason: error.message };
    throw error;
  }
}

/** Labels of many addresses, from one reader, whatever changes meanwhile. */
export async function readBulkLabels(
  reader: LabelReader,
  body: RouteInput<Contract['bulkLabels']>['body'],
): Promise<RouteOutput<Contract['bulkLabels']>> {
  const asked: Asked[] = [];
  const items: (AddressLabels & { input: string })[] = [];
  for (const [i, one] of body.addresses.entries()) {
    const read = readAsked(reader, one);
    asked.push(read);
    for (const { network, address } of read.places) {
      items.push({ ...toAddressLabels(reader, network, address, body.publicOnly), input: read.input });
    }
    if (i % TURN === TURN - 1) await new Promise((resolve) => setImmediate(resolve));
  }
  return {
    labels: toLabelsAsOf(reader),
    items,
    refused: asked.flatMap(({ input, reason }) => (reason === undefined ? [] : [{ input, reason }])),
  };
}
