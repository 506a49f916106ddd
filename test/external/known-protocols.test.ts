import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findActions } from '@trailmark/analysis/protocols/catalogue';
import { EVENTS } from '@trailmark/analysis/protocols/event-signatures';
import type { AccountLog } from '@trailmark/core/account-block';
import { toPosition } from '@trailmark/core/position';
import type { ProtocolAction } from '@trailmark/core/protocol-action';
import { expect, test } from 'vitest';
import { describeWithData } from '../needs.ts';

interface RecordedReceipt {
  readonly transactionHash: string;
  readonly from: string;
  readonly to: string | null;
  readonly blockNumber: string;
  readonly status: string;
  readonly logs: readonly { address: string; topics: readonly string[]; data: string; logIndex: string }[];
}

function listReceipts(value: unknown): RecordedReceipt[] {
  if (Array.isArray(value)) return value.flatMap(listReceipts);
  if (typeof value !== 'object' || value === null) return [];
  if ('logs' in value && 'transactionHash' in value) return [value as RecordedReceipt];
  return Object.values(value).flatMap(listReceipts);
}

const plain = (hex: string | null): string => (hex ?? '').toLowerCase().replace(/^0x/, '');

function readLogs({ logs }: RecordedReceipt): AccountLog[] {
  return logs.map(({ address, topics, data, logIndex }) => ({
    logIndex: Number(logIndex),
    address: plain(address),
    topics: topics.map(plain),
    data: plain(data),
  }));
}

/** Without moves, as where only logs are indexed: what is read here is in the logs alone. */
function readActions(receipt: RecordedReceipt): ProtocolAction[] {
  return findActions({
    chain: 'eth',
    moves: [],
    logs: readLogs(receipt),
    transaction: {
      ...{ position: toPosition(Number(receipt.blockNumber), 0), indexEstimated: false, created: '', value: 0n },
      ...{ hash: plain(receipt.transactionHash), from: plain(receipt.from), to: plain(receipt.to) },
      ...{ status: Number(receipt.status) === 1 ? 'ok' : 'failed', failure: undefined, fee: 0n, feePayer: '' },
      ...{ gasUsed: 0n, gasPrice: 0n, nonce: 0n, type: 2, input: '', inputLength: 0, holds: 4 },
    },
  });
}

describeWithData('evm/recorded-rpc/eth_getBlockReceipts', (path) => {
  const receipts = [
    ...new Map(
      readdirSync(path)
        .flatMap((name) => listReceipts(JSON.parse(readFileSync(join(path, name), 'utf8'))))
        .map((receipt) => [receipt.transactionHash, receipt] as const),
    ).values(),
  ];
  const actions = receipts.flatMap(readActions);
  const ofRule = (id: string) => actions.filter(({ rule }) => rule.startsWith(`${id}/`));

  test('a deposit at THORChain names the address of its memo', () => {
    expect(ofRule('thorchain')).toMatchObject([
      { counterpart: { network: 'ETH', address: '0xA47f31B991fE1C9b0372d8349A01EdB047973780', certainty: 'stated' } },
    ]);
  });

  test('orders of CoW Protocol are swaps of their owners, not of who settled them', () => {
    const orders = ofRule('cow-protocol');
    expect(orders.length).toBeGreaterThanOrEqual(2);
    expect(orders.map(({ account }) => account)).toContain('f922b687d63170c5362e9f35bfcc6219062179ce');
  });

  test('a bridge that copies the events of Nomad is not taken for it', () => {
    const copies = receipts.flatMap(readLogs).filter(({ topics }) => topics[0] === EVENTS.NOMAD_RECEIVE.topic);
    expect(copies.length).toBeGreaterThan(0);
    expect(ofRule('nomad')).toEqual([]);
  });

  test('every order of Seaport that sold a token has a seller, a buyer and a price', () => {
    const sales = ofRule('seaport');
    expect(sales.length).toBeGreaterThan(3);
    for (const { account, parties, given, got } of sales) {
      expect([account, parties[0]?.address].every((party) => party !== undefined)).toBe(true);
      expect(given.length).toBe(1);
      expect(got.length).toBeGreaterThan(0);
    }
  });
});
