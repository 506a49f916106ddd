import { join } from 'node:path';
import { findMostFrequentOutput } from '@trailmark/analysis/coinjoin/mix-shape';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import type { TruthSample } from './coinjoin-samples.ts';
import { readFactRecords } from './fact-records.ts';
import { readBlockRows } from './full-block.ts';
import { buildLedger } from './plain-ledger.ts';
import type { TruthId } from './truth-rows.ts';

const FOLDER = join(import.meta.dirname, '../../data/btc/accuracy');

/** Those of the bundled month that the source's list of what is no Wasabi round names. */
const KNOWN_FALSE: ReadonlySet<string> = new Set([
  '34590da30ec598a0f4717e09ed4a9a9dbdd7f6c8416a4b9e297d90ba9fed9347',
  '8b3b00e2bf65c5a379d3634ab05f61eb12b2f7748a05a9cdc9ad36e41475589f',
  'bb4d34cc355a40c27cc3903259e0fd722aed14808fa8d291a68e8ded70b6e1b6',
  'ff6fa1c1bbce152b039c993e3337a361abb0a1c3e078f922196ff4cdec2b7a99',
]);

/** The rounds of one coordinator keep within this part of their median; the scanner takes a fifth on either side. */
const SAME_AMOUNT = 0.001;

function amountOf(record: TransactionRecord): number {
  return Number(findMostFrequentOutput(record, 0n)?.value ?? 0n);
}

/**
 * The bundled CoinJoins of August 2021. The scanner took for Wasabi what has ten equal outputs of roughly 0.1 bitcoin; its coordinator
 * gave all rounds of those nine days nearly one amount, so one with another amount is no round of it, whatever its sums are.
 */
export async function readWasabiMonth(): Promise<TruthSample[]> {
  const records = await readFactRecords('wasabi-2021-08');
  const median = records.map(amountOf).toSorted((a, b) => a - b)[Math.floor(records.length / 2)] ?? 0;
  return records.map((record) => {
    if (KNOWN_FALSE.has(record.txid)) return { record, truth: 'false-list' };
    const isOdd = Math.abs(amountOf(record) - median) > median * SAME_AMOUNT;
    return { record, truth: isOdd ? 'wasabi-odd' : 'wasabi-1' };
  });
}

const BLOCKS = [
  [367_891, 'block-2015'],
  [831_802, 'block-unseen'],
  [866_342, 'block-2024'],
] as const satisfies readonly (readonly [number, TruthId])[];

/** Every transaction of the bundled blocks whose spent outputs are known. */
export function readFullBlocks(): TruthSample[] {
  return BLOCKS.flatMap(([height, truth]) => {
    const rows = readBlockRows(join(FOLDER, `block-${height}.jsonl.gz`), height);
    const { records } = buildLedger(rows, () => height);
    return records.filter(({ isCoinbase }) => !isCoinbase).map((record) => ({ record, truth }));
  });
}
