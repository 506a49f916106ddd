import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openOutputTrace } from '../../packages/analysis/src/tracing/outputs/open-output-trace.ts';
import type { OutputTraceReader } from '../../packages/analysis/src/tracing/outputs/output-trace-reader.ts';
import { getChain } from '../../packages/chains/src/catalogue.ts';
import { formatOwner, parseOwner } from '../../packages/chains/src/utxo/address.ts';
import type { BlockRecord, TransactionRecord } from '../../packages/core/src/output-ledger.ts';
import { positionHeight, toPosition } from '../../packages/core/src/position.ts';
import { DEFAULT_STOPS, type TraceRequest } from '../../packages/core/src/trace/trace-request.ts';
import { BUNDLED_LABELS } from '../../packages/server/src/attribution/knowledge-host.ts';
import { createAccountParties } from '../../packages/server/src/tracing/parties.ts';
import { openLabelStore } from '../../packages/store/src/labels/open-label-store.ts';
import { describeWithData } from '../needs.ts';

interface Ransom {
  readonly address_to: string;
  readonly tx_hash: string;
  readonly val_satoshi: number;
  readonly unix_time: number;
}

/** The three wallets the worm named, as its analysts published them in May 2017. */
const WALLETS = [
  '115p7UMMngoj1pMvkpHijcRdfJNXj6LrLn',
  '12t9YDPgwueZ9NyMgw519p7AA8isjr6SMw',
  '13AM4VW2dhxYgXeQepoHkHSQuy6NgaEb94',
];

const bitcoin = getChain('btc');

/** One transaction a height in the order of time: the file names payments into the wallets, not the transactions around them. */
function toRecords(payments: readonly Ransom[]): TransactionRecord[] {
  return payments.map(({ address_to, tx_hash, val_satoshi }, height) => ({
    position: toPosition(height, 0),
    txid: tx_hash,
    fee: undefined,
    isCoinbase: false,
    hasRaw: false,
    inputs: [{ owner: undefined, value: undefined, source: undefined, vout: 0, isP2pk: false }],
    outputs: [{ owner: parseOwner(bitcoin, address_to), value: BigInt(val_satoshi), type: 'p2pkh' }],
  }));
}

function createReader(payments: readonly Ransom[]): OutputTraceReader {
  const records = toRecords(payments);
  const refuse = (): never => {
    throw new Error('Seeds are transactions here.');
  };
  const block = (height: number): BlockRecord | undefined => {
    const payment = payments[height];
    return (
      payment && {
        ...{
          height,
          hash: '',
          header: undefined,
          time: payment.unix_time,
          timeEstimated: false,
          heightEstimated: true,
        },
        ...{ isWhole: false, transactionCount: 1, size: undefined, weight: undefined, source: 'a list of payments' },
      }
    );
  };
  return {
    tip: () => block(payments.length - 1),
    block,
    heightRanges: () => [],
    records: async (positions) => positions.map((position) => records[positionHeight(position)]),
    txids: async (positions) => positions.map((position) => records[positionHeight(position)]?.txid),
    spenders: async () => new Map(),
    positionsOf: async (txids) => {
      const wanted = new Set(txids);
      return new Map(records.filter(({ txid }) => wanted.has(txid)).map(({ txid, position }) => [txid, [position]]));
    },
    history: refuse,
    totals: refuse,
  };
}

describeWithData('btc/wannacry', (folder) => {
  const listed = JSON.parse(readFileSync(join(folder, 'actual_ransom_tx.json'), 'utf8')) as Ransom[];
  const once = new Map(listed.map((payment) => [`${payment.tx_hash} ${payment.address_to}`, payment]));
  const payments = [...once.values()].sort((a, b) => a.unix_time - b.unix_time || (a.tx_hash < b.tx_hash ? -1 : 1));
  const directory = mkdtempSync(join(tmpdir(), 'trailmark-wannacry-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  test('ransoms of May 2017 end at the three wallets of the worm, whole, and nothing is stated about what came later', async () => {
    const labels = await openLabelStore({ directory, bundledDirectory: BUNDLED_LABELS });
    const parties = createAccountParties(labels.reader(), 'btc');
    const request: TraceRequest = {
      ...{
        chain: 'btc',
        asset: undefined,
        direction: 'forward',
        incident: 'WannaCry',
        method: 'haircut/1',
        params: {},
      },
      seeds: payments.map(({ tx_hash }) => ({ kind: 'transaction', txid: tx_hash })),
      ...{ stops: DEFAULT_STOPS, choices: [], budget: 5_000 },
    };
    const knowledge = {
      partiesOf: parties.partiesOf,
      formatOwner: (owner: Parameters<typeof formatOwner>[1]) => formatOwner(bitcoin, owner),
      parseAddress: (text: string) => parseOwner(bitcoin, text),
      coinJoinOf: () => undefined,
      changeOf: () => ({ vout: null, rules: [], isDisputed: false }),
    };
    const trace = await (await openOutputTrace({ reader: createReader(payments), knowledge }, request)).run(5_000);

    const ended = new Map<string, bigint>();
    for (const { address, amount } of trace.leaves) {
      ended.set(address ?? '', (ended.get(address ?? '') ?? 0n) + amount);
    }
    const paid = new Map<string, bigint>();
    for (const { address_to, val_satoshi } of payments) {
      paid.set(address_to, (paid.get(address_to) ?? 0n) + BigInt(val_satoshi));
    }
    expect([...ended.keys()].sort()).toEqual(WALLETS);
    expect(ended).toEqual(paid);
    expect(trace.sums[0]?.difference).toBe(0n);
    // The list ends on 22 May 2017 and holds no block whole: that the coins lay still is not for it to say.
    expect(new Set(trace.leaves.map(({ reason }) => reason))).toEqual(new Set(['data-end']));
    for (const { party } of trace.leaves) expect(party?.category).toBe('ransomware');
  });
});
