import { LossBook, type VictimNames } from '@trailmark/analysis/statement/losses/loss-book';
import type { Contract } from '@trailmark/api/contract';
import type { LossAnswer } from '@trailmark/api/contract/statement-losses';
import type { RouteInput } from '@trailmark/api/route';
import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { coinOf } from '@trailmark/core/ledger';
import type { ReadOptions } from '@trailmark/core/read-options';
import { hashPlain } from '../answers/content-hash.ts';
import { formatCount } from '../answers/format-count.ts';
import { readAddress } from '../ledger/any-chain.ts';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import { openSetLedger, type SetLedger } from './set-ledger.ts';

export type LossRequest = RouteInput<Contract['listVictimLosses']>['body'];

/** Payments of one list. */
const MOST_PAYMENTS = 20_000;

/** What the list of victims names, found by address and by transaction. */
interface NamedVictims extends VictimNames {
  readonly request: LossRequest['victims'];
  readonly transactions: readonly { readonly victim: number; readonly chain: ChainId; readonly txid: string }[];
}

function addTo(map: Map<string, number[]>, key: string, victim: number): void {
  const known = map.get(key);
  if (!known) map.set(key, [victim]);
  else if (!known.includes(victim)) known.push(victim);
}

function readTxid(text: string, name: string): string {
  const txid = text.toLowerCase().replace(/^0x/, '');
  if (/^[0-9a-f]{64}$/.test(txid)) return txid;
  throw new AppError(
    'invalid',
    `“${text.slice(0, 80)}” of ${name.slice(0, 80)} is no transaction id: it has 64 hexadecimal digits.`,
  );
}

/** Reads what is named. Throws `invalid` for what no chain writes, and for an address that is a victim's and a suspect's. */
function readVictims({ ledgers }: TraceDeps, { victims }: LossRequest, { keys }: SetLedger): NamedVictims {
  const [addresses, named] = [new Map<string, number[]>(), new Map<string, number[]>()];
  const transactions: { victim: number; chain: ChainId; txid: string }[] = [];
  const request = victims.map((one, victim) => {
    const spelled = one.addresses.map(({ chain, text }) => {
      const { key, address } = readAddress(ledgers.get(chain), text);
      if (keys.get(chain)?.has(key))
        throw new AppError(
          'invalid',
          `${address} is named as an address of ${one.name.slice(0, 80)} and of the suspects.`,
        );
      addTo(addresses, `${chain} ${key}`, victim);
      return { chain, text: address };
    });
    const own = one.transactions.map(({ chain, txid: text }) => ({ chain, txid: readTxid(text, one.name) }));
    for (const { chain, txid } of own) {
      addTo(named, `${chain} ${txid}`, victim);
      transactions.push({ victim, chain, txid });
    }
    return { ...one, addresses: spelled, transactions: own };
  });
  return {
    request,
    transactions,
    ofAddress: (chain, key) => addresses.get(`${chain} ${key}`) ?? [],
    ofTransaction: (chain, txid) => named.get(`${chain} ${txid}`) ?? [],
  };
}

/** Chains of which the period is not indexed to its end, so that payments may be missing. */
function listGaps({ keys, world }: SetLedger, to: number | null): LossAnswer['gaps'] {
  return [...keys.keys()].flatMap((chain) => {
    const { height, time, reason } = world.asset(coinOf(chain)).knownUntil;
    const end = world.end(chain);
    const wanted = to === null ? end?.time : Math.min(to - 1, end?.time ?? to);
    const isWhole = wanted !== undefined && time !== undefined && time >= wanted;
    return isWhole ? [] : [{ chain, fromHeight: (height ?? -1) + 1, reason }];
  });
}

/** Payments from victims to the suspects. Rejects with `invalid` for what cannot be read, and for more payments than one list has. */
export async function readVictimLosses(deps: TraceDeps, asked: LossRequest, read: ReadOptions): Promise<LossAnswer> {
  const ledger = await openSetLedger(deps, asked, read);
  const victims = readVictims(deps, asked, ledger);
  const ask = { from: asked.from, victimCount: asked.victims.length, available: asked.available };
  const book = new LossBook(ask, victims, ledger.world);
  const seen = new Set<string>();
  for await (const batch of ledger.transactions())
    for (const transaction of batch) {
      if (book.add(transaction)) seen.add(`${transaction.chain} ${transaction.txid}`);
      if (book.paymentCount > MOST_PAYMENTS)
        throw new AppError(
          'invalid',
          `There are more than ${formatCount(MOST_PAYMENTS)} payments of these victims. Choose a shorter period or fewer victims.`,
        );
    }
  const result = book.close();
  const used = [...result.payments, ...result.undecided, ...result.unverified, ...result.others].map(
    ({ asset }) => asset,
  );
  const answer = {
    request: { ...asked, subjects: ledger.subjects.map(({ subject }) => subject), victims: victims.request },
    asOf: ledger.asOf,
    addressCount: ledger.addressCount,
    assets: [...new Set(used)].map((id) => ledger.world.asset(id).asset),
    ...result,
    notFound: victims.transactions.filter(({ chain, txid }) => !seen.has(`${chain} ${txid}`)),
    gaps: listGaps(ledger, asked.to),
  };
  return { ...answer, hash: hashPlain(answer) } as LossAnswer;
}
