import type { AccountLog } from '@trailmark/core/account-block';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import type { ProtocolAction } from '@trailmark/core/protocol-action';
import { addressAt, numberAt, startOf, textAt, wordAt } from './abi-words.ts';
import { bridgeNetworkName } from './bridge-networks.ts';
import { EVENTS } from './event-signatures.ts';
import { createAction, defineProtocol } from './protocol.ts';

/** The contract that forwards to bridges, at the same address on these chains. */
const DIAMOND = '1231deb6f5749ef6ce6943a275a1d3e7486f4eae';

/** Set where the receiver is not an EVM address and is elsewhere in the call. */
const ELSEWHERE = '11f111f111f111f111f111f111f111f111f111f1';

function readStarted(log: AccountLog, account: string): ProtocolAction | undefined {
  const base = startOf(log.data, 0);
  if (base === undefined) return undefined;
  const asset = addressAt(log.data, base + 4);
  const receiver = addressAt(log.data, base + 5);
  const amount = numberAt(log.data, base + 6);
  const network = numberAt(log.data, base + 7);
  if (asset === undefined || receiver === undefined || amount === undefined || network === undefined) return undefined;
  const name = textAt(log.data, base + 1, 40, base);
  if (name === undefined) return undefined;
  const bridge = name.replace(/[^\w .-]/g, '');
  return createAction(lifi, {
    kind: 'bridge-out',
    account,
    about: [{ asset: /^0*$/.test(asset) ? NATIVE_ASSET : asset, amount, tokenId: undefined }],
    counterpart: {
      network: bridgeNetworkName('number', network),
      address: receiver === ELSEWHERE ? undefined : `0x${receiver}`,
      message: wordAt(log.data, base),
      certainty: 'stated',
    },
    evidence: [log.logIndex],
    note: `LI.FI handed this over to a bridge that it names "${bridge}". The number of the transaction is LI.FI's own; the bridge's message proves the link.`,
  });
}

/** LI.FI's forwarding contract (lifinance/contracts, 2022: `LiFiTransferStarted(bridgeData)`): which bridge, where to, for whom. */
export const lifi = defineProtocol({
  id: 'lifi',
  version: 2,
  name: 'LI.FI',
  kinds: ['bridge-out'],
  chains: ['arbitrum', 'avalanche', 'base', 'bsc', 'eth', 'optimism', 'polygon'],
  topics: [EVENTS.LIFI_STARTED.topic],
  find({ logs, transaction }): ProtocolAction[] {
    return logs.flatMap((log) => {
      if (log.address !== DIAMOND || log.topics[0] !== EVENTS.LIFI_STARTED.topic) return [];
      return readStarted(log, transaction.from) ?? [];
    });
  },
});
