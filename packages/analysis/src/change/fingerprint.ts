import type { ScriptType } from '@trailmark/core/script-type';

/** What a decoded transaction shows of the wallet that made it. Plain fields, so that any chain's decoder can fill them. */
export interface WalletTraits {
  readonly version: number;
  readonly locktime: number;
  readonly sequences: readonly number[];
  readonly inputTypes: readonly ScriptType[];
  readonly outputTypes: readonly ScriptType[];
  /** Previous txids in display order with output number, in the order of the inputs. */
  readonly prevouts: readonly { readonly txid: string; readonly vout: number }[];
  readonly outputs: readonly { readonly value: bigint; readonly script: string }[];
}

export type LocktimeHabit = 'zero' | 'block-height' | 'time';

/** A trait in which two transactions agree or differ; undefined where one of them cannot show it. */
export interface TraitComparison {
  readonly trait: 'version' | 'locktime' | 'rbf' | 'script-type' | 'bip69' | 'output-count';
  readonly agrees: boolean | undefined;
}

export interface FingerprintComparison {
  readonly traits: readonly TraitComparison[];
  readonly agreeing: number;
  /** Traits that both transactions show. */
  readonly compared: number;
}

/** Locktimes from here on are seconds since 1970, not heights (Bitcoin Core, LOCKTIME_THRESHOLD). */
const LOCKTIME_THRESHOLD = 500_000_000;
/** Sequence numbers below this signal that a transaction may be replaced (BIP 125). */
const FINAL_SEQUENCES = 0xfffffffe;

/** Whether a wallet sets the locktime against fee sniping, leaves it at zero, or sets a time. */
export function findLocktimeHabit({ locktime }: WalletTraits): LocktimeHabit {
  if (locktime === 0) return 'zero';
  return locktime < LOCKTIME_THRESHOLD ? 'block-height' : 'time';
}

/** Some input says the transaction may be replaced (BIP 125). */
export function signalsReplacement({ sequences }: WalletTraits): boolean {
  return sequences.some((sequence) => sequence < FINAL_SEQUENCES);
}

function isSorted<Item>(items: readonly Item[], compare: (a: Item, b: Item) => number): boolean {
  return items.every((item, i) => i === 0 || compare(items[i - 1] as Item, item) <= 0);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Inputs and outputs are in the order of BIP 69; undefined where one input and one output, or fewer, can have no other.
 */
export function followsBip69({ prevouts, outputs }: WalletTraits): boolean | undefined {
  if (prevouts.length < 2 && outputs.length < 2) return undefined;
  return (
    isSorted(prevouts, (a, b) => compareText(a.txid, b.txid) || a.vout - b.vout) &&
    isSorted(
      outputs,
      (a, b) => Number(a.value > b.value) - Number(a.value < b.value) || compareText(a.script, b.script),
    )
  );
}

function findType(types: readonly ScriptType[]): ScriptType | undefined {
  return types.every((type) => type === types[0]) ? types[0] : undefined;
}

function same<Value>(a: Value | undefined, b: Value | undefined): boolean | undefined {
  return a === undefined || b === undefined ? undefined : a === b;
}

/**
 * Compares a transaction with one that spends an output of it. Agreement makes it more likely that the output was change
 * (BlockSci 2020, Kappos and others 2022), never certain: many people use the same wallet. It needs what came later, so it
 * ranks candidates when somebody asks and joins nobody.
 */
export function compareFingerprints(one: WalletTraits, other: WalletTraits): FingerprintComparison {
  const traits: TraitComparison[] = [
    { trait: 'version', agrees: one.version === other.version },
    { trait: 'locktime', agrees: findLocktimeHabit(one) === findLocktimeHabit(other) },
    { trait: 'rbf', agrees: signalsReplacement(one) === signalsReplacement(other) },
    { trait: 'script-type', agrees: same(findType(one.inputTypes), findType(other.inputTypes)) },
    { trait: 'bip69', agrees: same(followsBip69(one), followsBip69(other)) },
    { trait: 'output-count', agrees: one.outputs.length === other.outputs.length },
  ];
  return {
    traits,
    agreeing: traits.filter(({ agrees }) => agrees === true).length,
    compared: traits.filter(({ agrees }) => agrees !== undefined).length,
  };
}
