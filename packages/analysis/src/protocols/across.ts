import type { AccountKey, AccountLog } from '@trailmark/core/account-block';
import type { StoredMove } from '@trailmark/core/account-ledger';
import type { AccountChainId } from '@trailmark/core/chain';
import type { ActionAmount, ProtocolAction } from '@trailmark/core/protocol-action';
import { addressAt, numberAt, startOf, toAddress, wordAt } from './abi-words.ts';
import { bridgeNetworkName, bridgeNumber, shortenWord } from './bridge-networks.ts';
import { EVENTS } from './event-signatures.ts';
import { movedAsset } from './moved-asset.ts';
import { createAction, defineProtocol, type ProtocolInput } from './protocol.ts';

/** The SpokePool of each chain (across-protocol/contracts, `broadcast/deployed-addresses.md`, 2026), a proxy since April 2023. */
const POOLS: Readonly<Partial<Record<AccountChainId, AccountKey>>> = {
  arbitrum: 'e35e9842fceaca96570b734083f4a58e8f7c5f2a',
  base: '09aea4b2242abc8bb4bb78d537a67a245a7bec64',
  bsc: '4e8e101924ede233c13e2d8622dc8aed2872d505',
  eth: '5c7bcd6e7de5423a257d81b442095a1a6ced35c5',
  'eth-dev': '5c7bcd6e7de5423a257d81b442095a1a6ced35c5',
  optimism: '6f26bf09b1c792e3228e5467807a900a503c0281',
  polygon: '9295ee1d8c5b022be115a2ad3c30c72e34e7f096',
};

/** Where the figures of a deposit are: words of the data, the same in both spellings of version 3. */
const DEPOSITS: ReadonlyMap<string, { token: number; paid: number; asked: number; recipient: number }> = new Map([
  [EVENTS.ACROSS_DEPOSITED.topic, { token: 0, paid: 2, asked: 3, recipient: 7 }],
  [EVENTS.ACROSS_V3_DEPOSITED.topic, { token: 0, paid: 2, asked: 3, recipient: 7 }],
  [EVENTS.ACROSS_V2_DEPOSITED.topic, { token: 4, paid: 0, asked: 0, recipient: 5 }],
]);

interface Deposit {
  readonly origin: bigint;
  readonly id: bigint;
  /** Word. */
  readonly recipient: string;
  /** What the recipient is to get: net of fees in version 3, before them in version 2. */
  readonly asked: bigint;
}

/**
 * The same text on both sides. A fill is not checked against deposits when it is logged: anybody may pay somebody and name a
 * number. Recipient and amount are part of the text, so that such a fill is not taken for that of a deposit that requested others.
 */
function formatMessage({ origin, id, recipient, asked }: Deposit): string {
  return `across/${origin}/${id}/${shortenWord(recipient)}/${asked}`;
}

/** An address that a log of either spelling gives as a word. */
function formatWord(word: string): string {
  return `0x${shortenWord(word)}`;
}

const DEPOSITED =
  'Deposited for a recipient on another network, whom a relayer pays there. The log of that payment carries this number and these figures.';
const IN_ANOTHERS_NAME =
  ' The log names a depositor who paid nothing here: anybody may deposit in the name of another.';

/** Whoever deposits names the depositor freely. The one named counts who sent the transaction or paid the asset in it; else who paid the pool. */
function payerOf({ moves, transaction }: ProtocolInput, named: AccountKey, given: ActionAmount, pool: AccountKey) {
  const isOf = (move: StoredMove): boolean => move.asset === given.asset && move.amount > 0n && move.kind !== 'fee';
  if (transaction.from === named || moves.some((move) => move.from === named && isOf(move))) return named;
  return moves.find((move) => move.to === pool && isOf(move))?.from ?? transaction.from;
}

function readDeposit(input: ProtocolInput, log: AccountLog): ProtocolAction | undefined {
  const places = DEPOSITS.get(log.topics[0] ?? '');
  if (!places) return undefined;
  const origin = bridgeNumber('number', input.chain);
  const destination = numberAt(log.topics[1] ?? '', 0);
  const id = numberAt(log.topics[2] ?? '', 0);
  const named = toAddress(log.topics[3]);
  const token = addressAt(log.data, places.token);
  const amount = numberAt(log.data, places.paid);
  const asked = numberAt(log.data, places.asked);
  const recipient = wordAt(log.data, places.recipient);
  if (origin === undefined || destination === undefined || id === undefined || named === undefined) return undefined;
  if (token === undefined || amount === undefined || asked === undefined || recipient === undefined) return undefined;
  const given = { asset: movedAsset(input.moves, { to: log.address }, token, amount), amount, tokenId: undefined };
  const account = payerOf(input, named, given, log.address);
  return createAction(across, {
    kind: 'bridge-out',
    account,
    given: [given],
    counterpart: {
      network: bridgeNetworkName('number', destination),
      address: formatWord(recipient),
      message: formatMessage({ origin, id, recipient, asked }),
      certainty: 'proven',
    },
    evidence: [log.logIndex],
    note: account === named ? DEPOSITED : DEPOSITED + IN_ANOTHERS_NAME,
  });
}

interface Fill extends Deposit {
  readonly token: AccountKey;
  /** What was really paid, and to whom: a depositor may have changed both by a signature. */
  readonly paid: bigint;
  readonly paidTo: AccountKey;
  readonly depositor: string;
  readonly relayer: AccountKey | undefined;
}

/** Version 3: two spellings of one layout, and what the relayer carried out at its end. */
function readFillV3(log: AccountLog): Fill | undefined {
  const isLegacy = log.topics[0] === EVENTS.ACROSS_V3_FILLED.topic;
  const origin = numberAt(log.topics[1] ?? '', 0);
  const id = numberAt(log.topics[2] ?? '', 0);
  const token = addressAt(log.data, 1);
  const asked = numberAt(log.data, 3);
  const depositor = wordAt(log.data, 8);
  const recipient = wordAt(log.data, 9);
  const done = isLegacy ? startOf(log.data, 11) : 11;
  if (origin === undefined || id === undefined || token === undefined || asked === undefined) return undefined;
  if (depositor === undefined || recipient === undefined || done === undefined) return undefined;
  const paidTo = addressAt(log.data, done);
  const paid = numberAt(log.data, done + 2);
  if (paidTo === undefined || paid === undefined) return undefined;
  return { origin, id, token, asked, depositor, recipient, paid, paidTo, relayer: toAddress(log.topics[3]) };
}

const WHOLE = 10n ** 18n;

/** Version 2, in which a fill may be a part of a deposit, and fees are shares of 10^18 taken from it. */
function readFillV2(log: AccountLog): Fill | undefined {
  const origin = numberAt(log.topics[1] ?? '', 0);
  const id = numberAt(log.topics[2] ?? '', 0);
  const depositor = log.topics[3];
  const asked = numberAt(log.data, 0);
  const filled = numberAt(log.data, 2);
  const token = addressAt(log.data, 7);
  const recipient = wordAt(log.data, 9);
  const done = startOf(log.data, 11);
  if (origin === undefined || id === undefined || token === undefined || asked === undefined) return undefined;
  if (depositor === undefined || recipient === undefined || filled === undefined || done === undefined)
    return undefined;
  const paidTo = addressAt(log.data, done);
  const relayerFee = numberAt(log.data, done + 2);
  const poolFee = numberAt(log.data, 6);
  if (paidTo === undefined || relayerFee === undefined || poolFee === undefined) return undefined;
  if (relayerFee + poolFee > WHOLE) return undefined;
  const paid = (filled * (WHOLE - poolFee - relayerFee)) / WHOLE;
  return { origin, id, token, asked, depositor, recipient, paid, paidTo, relayer: addressAt(log.data, 8) };
}

function readFigures(log: AccountLog): Fill | undefined {
  return log.topics[0] === EVENTS.ACROSS_V2_FILLED.topic ? readFillV2(log) : readFillV3(log);
}

function readFill({ moves }: ProtocolInput, log: AccountLog): ProtocolAction | undefined {
  const fill = readFigures(log);
  if (!fill) return undefined;
  const asset = movedAsset(moves, { to: fill.paidTo }, fill.token, fill.paid);
  return createAction(across, {
    kind: 'bridge-in',
    account: fill.paidTo,
    got: [{ asset, amount: fill.paid, tokenId: undefined }],
    parties: fill.relayer === undefined ? [] : [{ role: 'relayer', address: fill.relayer }],
    counterpart: {
      network: bridgeNetworkName('number', fill.origin),
      address: formatWord(fill.depositor),
      message: formatMessage(fill),
      certainty: 'stated',
    },
    evidence: [log.logIndex],
    note: 'Paid by a relayer for a deposit that the log names on another network. Anybody may pay like this: the log of a deposit with this number and these figures proves it.',
  });
}

const FILLS: ReadonlySet<string> = new Set([
  EVENTS.ACROSS_FILLED.topic,
  EVENTS.ACROSS_V3_FILLED.topic,
  EVENTS.ACROSS_V2_FILLED.topic,
]);

/**
 * Across (across-protocol/contracts, 2023 to 2026: `FundsDeposited` and `FilledRelay` of a SpokePool in their three forms). The
 * pool numbers deposits; a fill carries the number of the deposit and the network it was made on.
 */
export const across = defineProtocol({
  id: 'across',
  version: 1,
  name: 'Across',
  kinds: ['bridge-out', 'bridge-in'],
  chains: ['arbitrum', 'base', 'bsc', 'eth', 'optimism', 'polygon'],
  topics: [...DEPOSITS.keys(), ...FILLS],
  find(input): ProtocolAction[] {
    return input.logs.flatMap((log) => {
      if (log.address !== POOLS[input.chain]) return [];
      return (FILLS.has(log.topics[0] ?? '') ? readFill(input, log) : readDeposit(input, log)) ?? [];
    });
  },
  mentions(log, chain) {
    if (log.address !== POOLS[chain]) return [];
    const isDeposit = DEPOSITS.has(log.topics[0] ?? '');
    const address = isDeposit ? toAddress(log.topics[3]) : readFigures(log)?.paidTo;
    return address === undefined ? [] : [address];
  },
});
