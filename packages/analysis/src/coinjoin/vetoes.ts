import type { CoinJoinFinding } from '@trailmark/core/cluster';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import type { Owner } from '@trailmark/core/owner';
import { hasDistinctOutputOwners } from './mix-shape.ts';

/** A reason that speaks against a finding. It changes the verdict shown and never joins anybody. */
export interface CoinJoinVeto {
  readonly id: 'stonewall' | 'exchange' | 'data';
  readonly sentence: string;
}

const STONEWALL_OUTPUTS = [3, 4];
const STONEWALL_LEAST = 5000n;
/** Payouts of a service in equal amounts look like these two, and like no other. */
const LIKE_PAYOUTS: readonly string[] = ['joinmarket', 'wasabi-1'];

/**
 * Stonewall of Samourai Wallet: one wallet alone, or two, imitate a mix of two with three or four outputs to different
 * owners of which exactly two are equal, 5,000 units at least (as in GraphSense 2.16).
 */
export function isStonewall(record: TransactionRecord): boolean {
  const spendable = record.outputs.filter(({ owner }) => owner !== undefined);
  if (record.inputs.length < 2 || !STONEWALL_OUTPUTS.includes(spendable.length)) return false;
  if (!hasDistinctOutputOwners({ ...record, outputs: spendable })) return false;
  const values = spendable.map(({ value }) => value);
  const equal = values.filter((value) => values.filter((other) => other === value).length > 1);
  return equal.length === 2 && (equal[0] ?? 0n) >= STONEWALL_LEAST;
}

/** OP_RETURN and OP_13: the data that follow are a Runestone (Runes, April 2024). */
const RUNESTONE = [0x6a, 0x5d];
/** Lengths of the data script of a Tx0: OP_RETURN, the push, and 64 bytes, or 80 as in a third of those of 2023 and 2024. */
const TX0_SCRIPT_LENGTHS: readonly number[] = [66, 83];

/** What speaks against a Tx0 in the script of its data output. Undefined where it is as long as its wallet writes it. */
export function judgeTx0Data(script: Uint8Array): CoinJoinVeto | undefined {
  if (RUNESTONE.every((byte, i) => script[i] === byte)) {
    return { id: 'data', sentence: 'Its data output is a Runestone, which moves tokens: no Tx0 has one.' };
  }
  if (TX0_SCRIPT_LENGTHS.includes(script.length)) return undefined;
  return { id: 'data', sentence: 'Its data output has neither 64 nor 80 bytes of data, as that of a Tx0 has.' };
}

/**
 * What speaks against a finding, at the time it is read: labels may have changed since. An exchange among the inputs clears
 * JoinMarket and Wasabi 1, whose shape a batch payout can have, and no other kind.
 */
export function listVetoes(
  finding: CoinJoinFinding,
  record: TransactionRecord,
  isExchange: (owner: Owner) => boolean,
): CoinJoinVeto[] {
  const vetoes: CoinJoinVeto[] = [];
  if (isStonewall(record)) {
    vetoes.push({
      id: 'stonewall',
      sentence: 'Two equal outputs among three or four: the shape of a Stonewall, which one wallet can make alone.',
    });
  }
  const tagged = record.inputs.filter(({ owner }) => owner && isExchange(owner)).length;
  if (tagged > 0 && LIKE_PAYOUTS.includes(finding.kind)) {
    vetoes.push({
      id: 'exchange',
      sentence: `A source calls the owner of ${tagged} of ${record.inputs.length} inputs an exchange: a batch payout in equal amounts looks the same.`,
    });
  }
  return vetoes;
}

const CONFIRMED_TX0 = 90;
const PREMIX_CHECKED = 20;

/**
 * A Tx0 with what became of its premix outputs, as known when it is read: one that was spent in a mix confirms it.
 * Pass at most the kinds of the first 20 premix outputs' spenders.
 */
export function confirmTx0(finding: CoinJoinFinding, spenderKinds: readonly (string | undefined)[]): CoinJoinFinding {
  if (finding.kind !== 'whirlpool-tx0') return finding;
  if (!spenderKinds.slice(0, PREMIX_CHECKED).includes('whirlpool-mix')) return finding;
  const notes = [...finding.notes, 'One of its premix outputs was spent in a Whirlpool mix.'];
  return { ...finding, confidence: CONFIRMED_TX0, notes };
}
