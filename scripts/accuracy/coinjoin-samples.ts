import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decodeHex } from '@trailmark/core/hex';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { type Owner, ownerId } from '@trailmark/core/owner';
import { estimateHeight } from './estimate-height.ts';
import { buildLedger, type PlainTransaction } from './plain-ledger.ts';
import { parseScannerFile } from './scanner-file.ts';
import type { TruthId } from './truth-rows.ts';
import { openZip } from './zip-archive.ts';

export interface TruthSample {
  readonly record: TransactionRecord;
  readonly truth: TruthId;
}

const FOLDER = 'btc/coinjoin';
const HALF = `${FOLDER}/whirlpool-joinmarket-half`;

interface ScannerFile {
  readonly file: string;
  /** Entry of a zip archive; otherwise the file is gzip-compressed text. */
  readonly entry?: string;
  readonly truth: TruthId;
}

/** First match wins: a transaction that is in two files has the class of the first. */
const SCANNER_FILES: readonly ScannerFile[] = [
  { file: `${FOLDER}/dumplings__ww1_202405.zip`, entry: 'Scanner/WasabiCoinJoins.txt', truth: 'wasabi-1' },
  { file: `${FOLDER}/dumplings__end_zksnacks_202405.zip`, entry: 'Scanner/WasabiCoinJoins.txt', truth: 'wasabi-1' },
  { file: `${FOLDER}/dumplings__end_zksnacks_202405.zip`, entry: 'Scanner/Wasabi2CoinJoins.txt', truth: 'wasabi-2' },
  { file: `${HALF}/SamouraiCoinJoins.txt.gz`, truth: 'whirlpool-mix' },
  { file: `${HALF}/SamouraiTx0s.txt.gz`, truth: 'whirlpool-tx0' },
  { file: `${HALF}/OtherCoinJoins.txt.gz`, truth: 'equal-outputs' },
  { file: `${FOLDER}/jm_filter_false_positives.zip`, entry: 'Scanner/OtherCoinJoins.txt', truth: 'look-alike' },
  { file: `${FOLDER}/dumplings__ww1_202405.zip`, entry: 'Scanner/WasabiPostMixTxs.txt', truth: 'post-mix' },
  { file: `${FOLDER}/dumplings__end_zksnacks_202405.zip`, entry: 'Scanner/WasabiPostMixTxs.txt', truth: 'post-mix' },
  { file: `${FOLDER}/dumplings__end_zksnacks_202405.zip`, entry: 'Scanner/Wasabi2PostMixTxs.txt', truth: 'post-mix' },
  { file: `${HALF}/SamouraiPostMixTxs.txt.gz`, truth: 'post-mix' },
  { file: `${HALF}/OtherCoinJoinPostMixTxs.txt.gz`, truth: 'post-mix' },
];

const FALSE_LISTS = [`${FOLDER}/wasabi1_false_cjtxs.json`, `${FOLDER}/wasabi2_false_cjtxs.json`];

/** The files that `readCoinJoinSamples` reads, below the data folder. */
export const COINJOIN_FILES: readonly string[] = [
  ...new Set([...SCANNER_FILES.map(({ file }) => file), ...FALSE_LISTS]),
];

/** Every transaction of the scanner's files that are present, as one ledger in order of time, each with its class. */
export function readCoinJoinSamples(data: string): TruthSample[] {
  const falseTxids = readFalseTxids(data);
  const truth = new Map<string, TruthId>();
  const transactions: PlainTransaction[] = [];
  for (const source of SCANNER_FILES) {
    const path = join(data, source.file);
    if (!existsSync(path)) continue;
    for (const transaction of parseScannerFile(readText(path, source.entry), source.file)) {
      if (truth.has(transaction.txid)) continue;
      truth.set(transaction.txid, falseTxids.has(transaction.txid) ? 'false-list' : source.truth);
      transactions.push(transaction);
    }
  }
  return buildLedger(transactions, estimateHeight).records.map((record) => {
    const listed = truth.get(record.txid) ?? 'post-mix';
    const isOpen = (listed === 'post-mix' || listed === 'whirlpool-tx0') && isMixShaped(record);
    return { record, truth: isOpen ? 'unlisted-mix' : listed };
  });
}

const MIX_SIZE = 5;

/**
 * Five owners or more on each side, as many equal outputs, and no data. The lists of mixes are half a sample, and end at a day, so
 * that the files of what goes into and comes out of mixes hold mixes that no list names.
 */
function isMixShaped({ inputs, outputs }: TransactionRecord): boolean {
  const count = (owners: readonly (Owner | undefined)[]): number =>
    new Set(owners.flatMap((owner) => (owner ? [ownerId(owner)] : []))).size;
  if (count(inputs.map(({ owner }) => owner)) < MIX_SIZE || outputs.some(({ type }) => type === 'op-return'))
    return false;
  const equal = [...Map.groupBy(outputs, ({ value }) => value).values()].map((group) =>
    count(group.map(({ owner }) => owner)),
  );
  return Math.max(0, ...equal) >= MIX_SIZE;
}

function readText(path: string, entry: string | undefined): string {
  const bytes = entry === undefined ? gunzipSync(readFileSync(path)) : openZip(path).read(entry);
  return bytes.toString('utf8');
}

/** Both lists are text ids by reason. */
function readFalseTxids(data: string): Set<string> {
  const lists = FALSE_LISTS.map((file) => join(data, file)).filter((path) => existsSync(path));
  return new Set(
    lists.flatMap((path) => Object.values(JSON.parse(readFileSync(path, 'utf8')) as Record<string, string[]>).flat()),
  );
}

interface EsploraOutput {
  readonly scriptpubkey: string;
  readonly value: number;
}
interface EsploraTransaction {
  readonly vin: readonly { readonly txid: string; readonly vout: number; readonly prevout: EsploraOutput }[];
  readonly vout: readonly EsploraOutput[];
}

export const MEMPOOL_ARCHIVE = 'btc/esplora-json/mempool.tar.zst';

/** Transactions of a mempool with what they spend; nobody says what they are, and some were altered by the publisher. */
export function readMempoolSample(data: string): TransactionRecord[] | undefined {
  const archive = join(data, MEMPOOL_ARCHIVE);
  if (!existsSync(archive)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'trailmark-accuracy-'));
  try {
    execFileSync('tar', ['--zstd', '-xf', archive, '-C', folder]);
    const inner = join(folder, 'mempool');
    const transactions = readdirSync(inner).map((name): PlainTransaction => {
      const { vin, vout } = JSON.parse(readFileSync(join(inner, name), 'utf8')) as EsploraTransaction;
      const toOutput = ({ value, scriptpubkey }: EsploraOutput) => ({
        value: BigInt(value),
        script: decodeHex(scriptpubkey),
      });
      return {
        ...{ txid: name.slice(0, 64), block: '', time: 0, index: 0, isCoinbase: false },
        inputs: vin.map(({ txid, vout: number, prevout }) => ({ txid, vout: number, spent: toOutput(prevout) })),
        outputs: vout.map(toOutput),
      };
    });
    // No order is known, so nothing may be taken for earlier: each transaction is a ledger of its own.
    return transactions.flatMap((transaction) => buildLedger([transaction]).records);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
