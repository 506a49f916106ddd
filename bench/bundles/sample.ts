import { createHmac, createPrivateKey, createPublicKey } from 'node:crypto';
import { getChain } from '../../packages/chains/src/catalogue.ts';
import { formatOwner } from '../../packages/chains/src/utxo/address.ts';
import { decodeHeader } from '../../packages/chains/src/utxo/block.ts';
import { encodeTransaction } from '../../packages/chains/src/utxo/transaction.ts';
import { toCanonicalJson } from '../../packages/core/src/canonical-json.ts';
import type { ReportDraft } from '../../packages/core/src/report/report-document.ts';
import { BundleLedger } from '../../packages/evidence/src/bundle/bundle-ledger.ts';
import { collectLedger } from '../../packages/evidence/src/bundle/collect-ledger.ts';
import { decodeTraceFile } from '../../packages/evidence/src/bundle/trace-file.ts';
import { coinbase, forgeBlock, payment, scriptOf, txidOf } from '../../packages/ingest/src/testing/forge-block.ts';
import { buildVersion } from '../../packages/server/src/reports/build-version.ts';
import { composeReport } from '../../packages/server/src/reports/compose-report.ts';
import type { FactItem, FactTrace, ReportFacts } from '../../packages/server/src/reports/report-facts.ts';

// An invented ledger with real hashes: payments that follow one another, in blocks of a hundred that carry their work.

const CHAIN = getChain('btc-regtest');
const PER_BLOCK = 100;
const START = 1_600_000_000;
const FEE = 100n;
const PAID = 1_000n;
const SIZE = 2 ** 20;

type Reader = Parameters<typeof collectLedger>[0]['reader'];

export interface InventedLedger {
  readonly reader: Reader;
  readonly payments: readonly {
    readonly txid: string;
    readonly height: number;
    readonly time: number;
    readonly value: bigint;
  }[];
  readonly first: string;
}

/** Who gets what is paid by payment `number`; what is left goes to 2, and a coinbase to 1. */
const receiverOf = (number: number): number => 3 + (number % 200);

/** The address of a script of the sample. */
function addressOf(byte: number): string {
  return formatOwner(CHAIN, { type: 'p2pkh', payload: new Uint8Array(20).fill(byte) });
}

/** Payments one after the other, each of what the one before left. */
export function inventLedger(count: number): InventedLedger {
  const raw = new Map<number, Uint8Array>();
  const positions = new Map<string, number[]>();
  const headers: Uint8Array[] = [];
  const names: string[][] = [];
  const payments: { txid: string; height: number; time: number; value: bigint }[] = [];
  let prevHash = CHAIN.genesisHash;
  let before = '';
  let value = BigInt(count + 1) * (FEE + PAID) * 2n;
  let first = '';
  for (let height = 1; payments.length < count; height++) {
    const time = START + height * 600;
    const coin = coinbase(height, value);
    if (height === 1) before = first = txidOf(coin);
    const transactions = [coin];
    for (let i = 0; i < PER_BLOCK && payments.length < count; i++) {
      const own = payment(
        [[before, 0]],
        [
          [value - FEE - PAID, scriptOf(2)],
          [PAID, scriptOf(receiverOf(payments.length))],
        ],
      );
      const txid = txidOf(own);
      payments.push({ txid, height, time, value });
      value -= FEE + PAID;
      before = txid;
      transactions.push(own);
    }
    const block = forgeBlock({ chain: CHAIN, prevHash, transactions, time });
    const txids = transactions.map(txidOf);
    headers[height] = block.subarray(0, 80);
    prevHash = decodeHeader(block.subarray(0, 80)).hash;
    names[height] = txids;
    for (const [i, parts] of transactions.entries()) {
      const position = height * SIZE + i;
      positions.set(txids[i] ?? '', [position]);
      raw.set(position, encodeTransaction(parts, { witness: true }));
    }
  }
  const reader = {
    positionsOf: async (txids: readonly string[]) =>
      new Map(
        txids.flatMap((txid) => {
          const found = positions.get(txid);
          return found ? [[txid, found] as const] : [];
        }),
      ),
    rawTransactions: async (places: readonly number[]) =>
      new Map(
        places.flatMap((place) => {
          const bytes = raw.get(place);
          return bytes ? [[place, bytes] as const] : [];
        }),
      ),
    block: (height: number) => headers[height] && { height, header: headers[height], isWhole: true },
    blockTxids: async (height: number) => names[height] ?? [],
  };
  return { reader: reader as unknown as Reader, payments, first };
}

/** A trace over payments `from` to `to` by first in first out. */
function traceOf({ payments, first }: InventedLedger, id: string, from: number, to: number): FactTrace {
  const own = payments.slice(from, to);
  const seedRef = `${from === 0 ? first : payments[from - 1]?.txid}:0`;
  const began = own[0]?.value ?? 0n;
  let spent = seedRef;
  /** Whose the output is that payment `number` leaves; the coinbase is before them. */
  const ownerOf = (number: number) => (number < 0 ? 1 : 2);
  const steps = own.map(({ txid, height, time, value }, i) => {
    const kept = String(value - FEE - PAID);
    const part = (ref: string, amount: string, owner: number) => ({
      ...{ ref, address: addressOf(owner), amount, tainted: amount },
    });
    const step = {
      ...{ family: 'outputs', txid, height, time, hop: i + 1, fee: String(FEE), feeTainted: String(FEE), added: '0' },
      inputs: [part(spent, String(value), ownerOf(from + i - 1))],
      outputs: [part(`${txid}:0`, kept, 2), part(`${txid}:1`, String(PAID), receiverOf(from + i))],
    };
    spent = `${txid}:0`;
    return step;
  });
  const leaf = (ref: string, amount: string, i: number, owner: number) => {
    const { height = 0, time = 0 } = own[i] ?? {};
    return {
      ref,
      address: addressOf(owner),
      asset: '',
      amount,
      reason: 'unspent',
      hop: i + 1,
      height,
      time,
      detail: '',
      party: null,
    };
  };
  const rest = String(began - BigInt(own.length) * (FEE + PAID));
  const leaves = [
    ...own.map(({ txid }, i) => leaf(`${txid}:1`, String(PAID), i, receiverOf(from + i))),
    leaf(spent, rest, own.length - 1, 2),
  ];
  const sum = {
    ...{ asset: '', began: String(began), added: '0', convertedIn: '0', convertedOut: '0', cut: '0' },
    ...{ ended: { unspent: String(began - BigInt(own.length) * FEE) }, fees: String(BigInt(own.length) * FEE) },
  };
  const [txid = '', vout = '0'] = seedRef.split(':');
  const request = {
    ...{ chain: 'btc-regtest', direction: 'forward', method: 'fifo/1', stops: {} },
    seeds: [{ kind: 'output', txid, vout: Number(vout) }],
  };
  const bytes = Buffer.from(toCanonicalJson({ value: { cuts: [], leaves, request, steps, sums: [sum] } }));
  const { height = 0, time = 0 } = own[0] ?? {};
  return {
    ...{
      id,
      chain: 'btc-regtest',
      method: 'fifo/1',
      direction: 'forward' as const,
      stops: {},
      bytes,
      hash: 'ab'.repeat(32),
    },
    ...{ isSame: true, state: 'complete', gaps: [], file: decodeTraceFile(`traces/${id}.json`, bytes) },
    asOf: { height, hash: null, labels: '0', prices: '0', engine: 'bench', rules: '0' },
    ...{ steps: steps as unknown as FactTrace['steps'], leaves: leaves as unknown as FactTrace['leaves'] },
    parties: [],
    seeds: [{ ref: seedRef, asset: '', amount: String(began), address: addressOf(ownerOf(from - 1)), height, time }],
  };
}

function itemOf(number: number, trace: FactTrace): FactItem {
  return {
    ...{
      id: `i-${number}`,
      number: `A-${number}`,
      kind: 'flow-version',
      kindName: 'Coin flow',
      title: `Exhibit ${number}`,
    },
    ...{
      note: '',
      hash: 'cd'.repeat(32),
      call: 'GET /flows',
      method: 'fifo/1',
      software: 'bench',
      pinnedBy: 'Analyst',
    },
    ...{ pinnedAt: START, content: null, bytes: Buffer.from('{}'), flow: null, traces: [trace] },
  };
}

const DRAFT: ReportDraft = {
  ...{ title: 'Bench', instructions: '', items: [], audience: 'court', jurisdiction: 'none', language: 'en' },
  ...{ classification: 'Restricted', hides: [], opinion: '' },
  questions: [{ kind: 'where', text: 'Where did it go?' }],
  examiner: { name: 'Lead investigator', qualifications: 'Trained' },
  reviewer: { account: 'r', name: 'Reviewer', qualifications: 'Trained' },
};

/** A whole version of a report: proofs collected, claims composed, files written. `exhibits` share the payments. */
export async function makeVersion(ledger: InventedLedger, exhibits: number) {
  const share = Math.ceil(ledger.payments.length / exhibits);
  const items = Array.from({ length: exhibits }, (_, i) =>
    itemOf(i + 1, traceOf(ledger, `T-${i + 1}`, i * share, Math.min((i + 1) * share, ledger.payments.length))),
  );
  const txids = ledger.payments.map(({ txid }) => txid);
  const { files, provenCount } = await collectLedger({ reader: ledger.reader, chain: CHAIN, txids }, {});
  const proven = new BundleLedger({ files }, 'btc-regtest');
  const facts: ReportFacts = {
    case: { id: 'c-1', number: '2026-00001', title: 'Bench', reference: null },
    declaration: { wording: { title: 'Declaration', paragraphs: ['The conclusions are my own.'] }, version: null },
    ...{ agency: 'North', software: 'bench', at: START + 100_000_000, money: [], items, custody: [], clusters: [] },
    colleagues: [],
    contests: new Map(),
    alternatives: [],
    origins: new Map(),
    sources: new Map(),
    assetOf: () => ({ symbol: 'BTC', decimals: 8, ticker: null }),
    priceOf: () => undefined,
    outputOf: (_, txid, vout) => (proven.output(txid, vout) ? proven.place(txid) : undefined),
    transferOf: () => undefined,
    ledgerFiles: files,
    unproven: [{ chain: 'btc-regtest', by: 'source', count: 0, proven: provenCount, gaps: [] }],
  };
  const report = composeReport(facts, DRAFT, 1);
  const privateKey = createPrivateKey({
    key: Buffer.from(`302e020100300506032b657004220420${'09'.repeat(32)}`, 'hex'),
    ...({ format: 'der', type: 'pkcs8' } as const),
  });
  const pair = { privateKey, publicKey: createPublicKey(privateKey) };
  const caseKey = createHmac('sha256', 'bench').digest();
  const built = buildVersion({ facts, draft: DRAFT, report, id: 'r-1', number: 1, caseKey, pair, certify: undefined });
  return { built, claims: report.claims.length };
}
