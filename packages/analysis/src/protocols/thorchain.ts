import type { AccountLog } from '@trailmark/core/account-block';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import type { ProtocolAction } from '@trailmark/core/protocol-action';
import { addressAt, numberAt, textAt, toAddress } from './abi-words.ts';
import { EVENTS } from './event-signatures.ts';
import { createAction, defineProtocol, type ProtocolInput } from './protocol.ts';
import { readThorchainMemo, THORCHAIN_MEMO_LIMIT } from './thorchain-memo.ts';

/** Routers of THORChain, current and former, by the addresses its nodes announce. */
const ROUTERS: ReadonlySet<string> = new Set([
  'd37bbe5744d730a1d98d8dc97c42f0ca46ad7146',
  '3624525075b88b24ecc29ce226b0cec1ffcb6976',
  'c145990e84155416144c532e31f89b840ca8c2ce',
  '8f66c4ae756bebc49ec8b81966dd8bba9f127549',
  'b30ec53f98ff5947ede720d32ac2da7e52a5f56b',
  '00dc6100103bc402d490aee3f9a5560cbd91f1d4',
]);

function toAsset(address: string): string {
  return /^0*$/.test(address) ? NATIVE_ASSET : address;
}

function readDeposit({ transaction }: ProtocolInput, log: AccountLog): ProtocolAction | undefined {
  const vault = toAddress(log.topics[1]);
  const asset = toAddress(log.topics[2]);
  const amount = numberAt(log.data, 0);
  const memo = readThorchainMemo(textAt(log.data, 1, THORCHAIN_MEMO_LIMIT) ?? '');
  if (vault === undefined || asset === undefined || amount === undefined || memo?.kind !== 'swap') return undefined;
  return createAction(thorchain, {
    kind: 'bridge-out',
    account: transaction.from,
    given: [{ asset: toAsset(asset), amount, tokenId: undefined }],
    parties: [{ role: 'recipient', address: vault }],
    counterpart: { network: memo.network, address: memo.address, message: undefined, certainty: 'stated' },
    evidence: [log.logIndex],
    note:
      memo.name !== undefined
        ? 'The memo asks for a swap to this network and gives a THORName in place of an address: whose that was is known on THORChain only.'
        : 'The memo asks for a swap to this network and address. Whoever deposits writes the memo; whether it was paid out is seen there.',
  });
}

function readTransferOut(log: AccountLog): ProtocolAction | undefined {
  const vault = toAddress(log.topics[1]);
  const account = toAddress(log.topics[2]);
  const asset = addressAt(log.data, 0);
  const amount = numberAt(log.data, 1);
  const memo = readThorchainMemo(textAt(log.data, 2, THORCHAIN_MEMO_LIMIT) ?? '');
  if (vault === undefined || account === undefined || asset === undefined || amount === undefined) return undefined;
  if (!memo || memo.kind === 'swap') return undefined;
  return createAction(thorchain, {
    kind: 'bridge-in',
    account,
    got: [{ asset: toAsset(asset), amount, tokenId: undefined }],
    parties: [{ role: 'payer', address: vault }],
    counterpart: { network: undefined, address: undefined, message: memo.hash, certainty: 'stated' },
    evidence: [log.logIndex],
    note: `${memo.kind === 'refund' ? 'Paid back' : 'Paid out'} through the router. The memo names the transaction it answers; anybody can pay through the router with such a memo, so check the payer.`,
  });
}

/**
 * THORChain's routers (thorchain/thornode, 2021: `Deposit(to, asset, amount, memo)`, `TransferOut(vault, to, asset, amount,
 * memo)`). What a memo says is stated by whoever wrote it, so it is never called proven.
 */
export const thorchain = defineProtocol({
  id: 'thorchain',
  version: 2,
  name: 'THORChain',
  kinds: ['bridge-out', 'bridge-in'],
  chains: ['avalanche', 'base', 'bsc', 'eth'],
  topics: [EVENTS.THORCHAIN_DEPOSIT.topic, EVENTS.THORCHAIN_TRANSFER_OUT.topic],
  find(input): ProtocolAction[] {
    return input.logs.flatMap((log) => {
      if (!ROUTERS.has(log.address)) return [];
      if (log.topics[0] === EVENTS.THORCHAIN_DEPOSIT.topic) return readDeposit(input, log) ?? [];
      return log.topics[0] === EVENTS.THORCHAIN_TRANSFER_OUT.topic ? (readTransferOut(log) ?? []) : [];
    });
  },
  mentions(log) {
    if (!ROUTERS.has(log.address)) return [];
    const address = log.topics[0] === EVENTS.THORCHAIN_TRANSFER_OUT.topic ? toAddress(log.topics[2]) : undefined;
    return address === undefined ? [] : [address];
  },
});
