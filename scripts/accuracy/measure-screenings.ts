import { screeningOptions } from '@trailmark/api/contract/screening-wire';
import { formatAccount } from '@trailmark/chains/account/account-address';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import type { AccountBlock } from '@trailmark/core/account-block';
import type { LabelReader } from '@trailmark/core/label';
import { THREAT_LEVELS, type ThreatLevel } from '@trailmark/core/screening/rule-set';
import { keyOf } from '../../packages/analysis/src/tracing/accounts/testing/plain-chain.ts';
import { NO_KNOWLEDGE } from '../../packages/server/src/knowledge/knowledge.ts';
import { createLedgers } from '../../packages/server/src/ledger/ledgers.ts';
import { readDefaultRules } from '../../packages/server/src/screening/default-rules.ts';
import { screen } from '../../packages/server/src/screening/screen.ts';
import { blockOf, moveOf, transactionOf } from '../../packages/server/src/testing/sample-account-ledger.ts';
import { createSampleLabels, SAMPLE_PACKS, sampleLabel } from '../../packages/server/src/testing/sample-labels.ts';
import type { TraceDeps } from '../../packages/server/src/tracing/trace-as-of.ts';
import { createArrayAccountReader } from '../../packages/store/src/testing/array-account-reader.ts';
import { type GeneratedTheft, generateTheft } from './generated-thefts.ts';
import { createSeededChoice } from './seeded-choice.ts';
import type { Share } from './wilson.ts';

/** Generated ledgers, and addresses of each. */
export interface ScreeningSample {
  readonly thefts: number;
  readonly each: number;
}

const WHOLE: ScreeningSample = { thefts: 6, each: 12 };
const METHODS = ['haircut/1', 'fifo/1', 'lifo/1', 'poison/1'] as const;
const HOPS = [3, 5, 10] as const;
const ASKED = { method: 'haircut/1', maxHops: 5 } as const;
/** A unit of the generated ledgers in the coin's smallest: 40 coins are stolen. */
const UNIT = 10n ** 12n;

/** Verdicts of one way of asking against those of the way that ships. */
export interface ScreeningRow {
  readonly method: string;
  readonly maxHops: number;
  /** Another level than by default. */
  readonly changed: Share;
  readonly higher: number;
  readonly lower: number;
}

export interface ScreeningSensitivity {
  readonly ledgers: number;
  /** Subjects of each level, by default. */
  readonly levels: readonly (readonly [level: ThreatLevel, subjects: number])[];
  readonly rows: readonly ScreeningRow[];
  readonly anyMethod: Share;
  readonly anyHops: Share;
  readonly any: Share;
}

function toBlocks({ moves }: GeneratedTheft): AccountBlock[] {
  const byHeight = Map.groupBy(moves, ({ height }) => height);
  return [...byHeight].map(([height, own]) => {
    const natives = own.map(({ from, to, amount, kind = 'native' }) =>
      moveOf({ kind, from: keyOf(from), to: keyOf(to), amount: amount * UNIT }),
    );
    if (height === 0) return blockOf(0, [], { moves: natives });
    const [first] = natives;
    const bare = { number: height, from: first?.from ?? '', to: first?.to ?? '', value: first?.amount ?? 0n };
    return blockOf(height, [{ ...transactionOf(bare), fee: 0n, moves: natives }], { moves: [] });
  });
}

const addressOf = (name: string): string => formatAccount(getAccountChain('eth'), keyOf(name));

/** Exchanges are labelled, and the thief as one: what a screening has to find is whose money came from there. */
function labelsOf({ parties }: GeneratedTheft): LabelReader {
  const [pack] = SAMPLE_PACKS;
  if (!pack) throw new Error('There is no pack to write the labels into.');
  const eth = { network: 'eth', confidence: 'forensic_investigation', actor: undefined } as const;
  const labels = Object.keys(parties).map((name) => sampleLabel(addressOf(name), name, eth));
  const thief = sampleLabel(addressOf('thief'), 'Thief', { ...eth, category: 'hack' });
  return createSampleLabels([{ head: pack.head, labels: [...labels, thief] }], []);
}

/** Half of the places to which the loot was taken, half of the people who had nothing to do with it as far as one knows. */
function chooseSubjects({ ends, moves, parties }: GeneratedTheft, seed: string, each: number): string[] {
  const choice = createSeededChoice(`screenings ${seed}`);
  const names = [...new Set(moves.map(({ to }) => to))].filter((name) => name.startsWith('person')).sort();
  const places = [...ends].filter((name) => !(name in parties)).sort();
  return [...choice.sample(places, each / 2), ...choice.sample(names, each / 2)];
}

type Levels = ReadonlyMap<string, ThreatLevel>;
const cellOf = (method: string, maxHops: number): string => `${method} ${maxHops}`;

async function screenAll(deps: TraceDeps, text: string): Promise<Levels> {
  const rules = readDefaultRules();
  const levels = new Map<string, ThreatLevel>();
  for (const method of METHODS) {
    for (const maxHops of HOPS) {
      const asked = { ...screeningOptions.parse({ method, maxHops }), chain: 'eth' as const };
      const { screening } = await screen(deps, { ...asked, subject: { kind: 'address', text } }, rules);
      levels.set(cellOf(method, maxHops), screening.verdict.level);
    }
  }
  return levels;
}

async function screenTheft(seed: string, each: number): Promise<Levels[]> {
  const theft = generateTheft(seed, true);
  const ledgers = createLedgers({
    readers: new Map([['eth', createArrayAccountReader(toBlocks(theft))]]),
    overlays: new Map(),
    ingestStatus: () => null,
    software: 'accuracy',
  });
  const labels = labelsOf(theft);
  const deps = { ledgers, knowledge: { ...NO_KNOWLEDGE, labels: () => labels } };
  const found: Levels[] = [];
  for (const name of chooseSubjects(theft, seed, each)) found.push(await screenAll(deps, addressOf(name)));
  return found;
}

const rankOf = (level: ThreatLevel | undefined): number => THREAT_LEVELS.indexOf(level ?? 'unknown');

function toRow(found: readonly Levels[], method: string, maxHops: number): ScreeningRow {
  const asked = cellOf(ASKED.method, ASKED.maxHops);
  const steps = found.map((levels) => rankOf(levels.get(cellOf(method, maxHops))) - rankOf(levels.get(asked)));
  return {
    method,
    maxHops,
    changed: { hits: steps.filter((step) => step !== 0).length, total: steps.length },
    higher: steps.filter((step) => step > 0).length,
    lower: steps.filter((step) => step < 0).length,
  };
}

/** Subjects whose level is not one and the same in all the cells. */
function countMoved(found: readonly Levels[], cells: readonly string[]): Share {
  const moved = found.filter((levels) => new Set(cells.map((cell) => levels.get(cell))).size > 1);
  return { hits: moved.length, total: found.length };
}

/** How often the level of a verdict is another one by another method or limit of hops. The same run gives the same figures. */
export async function measureScreenings(run: string, { thefts, each } = WHOLE): Promise<ScreeningSensitivity> {
  const found: Levels[] = [];
  for (let i = 0; i < thefts; i++) found.push(...(await screenTheft(`${run} screening ${i}`, each)));
  const asked = cellOf(ASKED.method, ASKED.maxHops);
  return {
    ledgers: thefts,
    levels: THREAT_LEVELS.map((level) => [level, found.filter((one) => one.get(asked) === level).length] as const),
    rows: METHODS.flatMap((method) => HOPS.map((hops) => toRow(found, method, hops))),
    anyMethod: countMoved(
      found,
      METHODS.map((method) => cellOf(method, ASKED.maxHops)),
    ),
    anyHops: countMoved(
      found,
      HOPS.map((hops) => cellOf(ASKED.method, hops)),
    ),
    any: countMoved(
      found,
      METHODS.flatMap((method) => HOPS.map((hops) => cellOf(method, hops))),
    ),
  };
}
