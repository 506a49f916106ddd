import { dayOf } from '@trailmark/core/price';
import type { ReportDraft } from '@trailmark/core/report/report-document';
import type { Claim, TextPart } from '@trailmark/evidence/bundle/bundle-format';
import { describeContest, placeKey } from '../casework/contested-claims.ts';
import { ClaimBook } from './claim-book.ts';
import type { ERROR_RATES } from './error-rates.ts';
import { toMoment } from './moment.ts';
import type {
  FactAsset,
  FactCluster,
  FactLeaf,
  FactParty,
  FactTrace,
  FactTransfer,
  ReportFacts,
} from './report-facts.ts';

/** Rows that claims name by their number, each once. */
class RowList<T extends object> {
  readonly rows: T[] = [];
  readonly #numbers = new Map<string, number>();

  add(row: T): number {
    const key = JSON.stringify(row);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.rows.length);
    this.rows.push(row);
    return this.rows.length - 1;
  }
}

type Row = Readonly<Record<string, string | number | null>>;

/** The sentence of a label that is no entry of a sanctions list. */
const ATTRIBUTED: readonly TextPart[] = [
  'Source ',
  { value: 'source' },
  ' attributes ',
  { value: 'address' },
  ' to “',
  { value: 'name' },
  '” (',
  { value: 'basis' },
  ', confidence ',
  { value: 'confidence' },
  ' of 100, as of ',
  { value: 'asOf' },
  ').',
];

/** A report while it is written: its claims, and the rows that they name. */
export class Composition {
  readonly facts: ReportFacts;
  readonly draft: ReportDraft;
  /** Of the report that is written. */
  readonly version: number;
  readonly book = new ClaimBook();
  readonly labels = new RowList<Row>();
  readonly appeals = new RowList<Row>();
  readonly prices = new RowList<Row>();
  readonly caseRows = new RowList<Row>();
  readonly methods = new RowList<Row>();
  readonly transfers = new Map<string, RowList<Row>>();

  constructor(facts: ReportFacts, draft: ReportDraft, version: number) {
    this.facts = facts;
    this.draft = draft;
    this.version = version;
  }

  get traces(): readonly FactTrace[] {
    return this.facts.items.flatMap(({ traces }) => traces);
  }

  asset(trace: FactTrace, asset: string): FactAsset {
    return this.facts.assetOf(trace.chain, asset);
  }

  #coin({ symbol, decimals }: FactAsset) {
    return { symbol, decimals };
  }

  /** A sum of a trace. */
  traceSum(trace: FactTrace, asset: string, part: 'began' | 'added' | 'cut' | 'fees' | 'ended'): Claim | undefined {
    const sum = trace.file.sums.find((one) => one.asset === asset);
    if (!sum) return undefined;
    const ended = Object.values(sum.ended).reduce((all, amount) => all + BigInt(amount), 0n);
    const amount = part === 'ended' ? ended.toString() : sum[part];
    const inputs = { trace: `traces/${trace.id}.json`, part, asset };
    const words = {
      began: 'begins with',
      added: 'counts in addition',
      cut: 'does not follow',
      fees: 'pays as fees',
      ended: 'ends with',
    };
    const result = { amount, ...this.#coin(this.asset(trace, asset)) };
    return this.book.add({ mark: 'inference', rule: 'trace-sum/1', inputs, result }, [
      `Trace ${trace.id} ${words[part]} `,
      { amount: 'amount' },
      '.',
    ]);
  }

  /** What ends at some leaves of a trace. Their address is a part of the result where they have one, and so is compared with them. */
  traceEnd(trace: FactTrace, asset: string, leaves: readonly FactLeaf[], where: string): Claim {
    const refs = [...new Set(leaves.map(({ ref }) => ref))];
    const all = trace.leaves.filter((leaf) => leaf.asset === asset && refs.includes(leaf.ref));
    const amount = all.reduce((sum, leaf) => sum + BigInt(leaf.amount), 0n).toString();
    const inputs = { trace: `traces/${trace.id}.json`, refs, asset };
    const [address, ...others] = new Set(all.map((leaf) => leaf.address));
    const own = address && others.length === 0 ? { address } : {};
    const result = { amount, ...this.#coin(this.asset(trace, asset)), count: all.length, ...own };
    const place: readonly TextPart[] =
      'address' in own ? [{ value: 'address' }, where === address ? '' : `, ${where}`] : [where];
    return this.book.add({ mark: 'inference', rule: 'trace-end/1', inputs, result }, [
      { amount: 'amount' },
      ` of trace ${trace.id} ends at `,
      ...place,
      '.',
    ]);
  }

  /** What an output paid: proven where the bundle has its bytes, otherwise as the index has it. */
  output(
    trace: FactTrace,
    ref: string,
    part: { readonly address: string | null; readonly amount: string | null },
    step: { readonly height: number; readonly time: number },
  ): Claim | undefined {
    const [txid = '', vout = ''] = ref.split(':');
    if (part.amount === null || !/^\d+$/.test(vout)) return undefined;
    const { address, amount } = part;
    const place = this.facts.outputOf(trace.chain, txid, Number(vout));
    const coin = this.#coin(this.asset(trace, ''));
    const text: readonly TextPart[] = [
      { amount: 'amount' },
      ' to ',
      { value: 'address' },
      ` by output ${ref} in block `,
      { value: 'height' },
      ', ',
      { time: 'time' },
      ' UTC.',
    ];
    if (place) {
      const inputs = { chain: trace.chain, txid, vout: Number(vout) };
      const result = { address, amount, ...coin, height: place.height, time: place.time };
      return this.book.add({ mark: 'fact', rule: 'output/1', inputs, result }, text);
    }
    const row = { ref, address, amount, ...coin, height: step.height, time: step.time };
    const { list, entry } = this.#row(trace, row);
    return this.book.add({ mark: 'fact', rule: 'row/1', inputs: { list, entry }, result: row }, text);
  }

  /** A payment drawn in a coin flow, as the index has it. */
  payment(chain: string, row: Row): Claim {
    const inputs = this.#row({ chain }, row);
    return this.book.add({ mark: 'fact', rule: 'row/1', inputs, result: row }, [
      { amount: 'amount' },
      ' from ',
      { value: 'from' },
      ' to ',
      { value: 'to' },
      ' in ',
      { value: 'ref' },
      ', ',
      { time: 'time' },
      ' UTC.',
    ]);
  }

  #row(trace: Pick<FactTrace, 'chain'>, row: Row): { readonly list: string; readonly entry: number } {
    const list = `ledger/${trace.chain}/rows.json`;
    const rows = this.transfers.get(list) ?? new RowList<Row>();
    this.transfers.set(list, rows);
    return { list, entry: rows.add(row) };
  }

  /** A transfer of an account chain: proven where the bundle has its receipt, otherwise as the index has it from its source. */
  transfer(trace: FactTrace, transfer: FactTransfer, step: { readonly height: number; readonly time: number }): Claim {
    const { ref, from, to, amount, asset } = transfer;
    const coin = this.#coin(this.asset(trace, asset));
    const proven = this.facts.transferOf(trace.chain, transfer);
    const { height, time } = proven ?? step;
    const row = { ref, asset, from, to, amount, ...coin, height, time };
    const [txid = ''] = ref.split('#');
    const basis = proven
      ? { rule: 'transfer/1', inputs: { chain: trace.chain, txid, log: proven.log } }
      : { rule: 'row/1', inputs: this.#row(trace, row) };
    return this.book.add({ mark: 'fact', ...basis, result: row }, [
      { amount: 'amount' },
      ' from ',
      { value: 'from' },
      ' to ',
      { value: 'to' },
      ' in ',
      { value: 'ref' },
      ', block ',
      { value: 'height' },
      ', ',
      { time: 'time' },
      ' UTC.',
    ]);
  }

  /** That transactions join two addresses in one cluster. */
  cluster({ id, from, to, steps }: FactCluster): Claim {
    const inputs = { proof: `clusters/${id}.json` };
    return this.book.add({ mark: 'inference', rule: 'cluster/1', inputs, result: { from, to, steps } }, [
      { value: 'from' },
      ' and ',
      { value: 'to' },
      ' are in one cluster, joined in ',
      { value: 'steps' },
      ' steps of transactions that spend coins of both sides together.',
    ]);
  }

  /** What a source states about an address. An entry of a sanctions list is quoted, and has no confidence. */
  label(address: string, chain: string, party: FactParty): Claim {
    const { name, source, asOf, confidence, kind, basis, listing, via = null } = party;
    const origin = this.facts.origins.get(placeKey({ chain, address })) ?? { pack: null, packVersion: null, row: null };
    const where = basis === 'claim' ? 'direct' : 'inherited from its cluster';
    const own = listing === undefined ? { confidence } : { listing };
    const row = { address, chain, name, kind, source, asOf, ...own, basis: where, via, ...origin };
    const inputs = { list: 'labels.json', entry: this.labels.add(row) };
    const said: readonly TextPart[] =
      listing === undefined
        ? ATTRIBUTED
        : [{ value: 'listing' }, ' Used for ', { value: 'address' }, ' (', { value: 'basis' }, ').'];
    return this.book.add({ mark: 'claim', rule: 'label/1', inputs, result: row }, said);
  }

  /**
   * What the agency states against the label that names an address; undefined where it states nothing. It is today's and no part of
   * the pinned flow, which was hashed: a statement of its own with its own as-of.
   */
  contest(address: string, chain: string, { name, source }: FactParty): Claim | undefined {
    const { contests, at } = this.facts;
    const found = contests.get(placeKey({ chain, address }));
    if (!found) return undefined;
    const note = describeContest(found);
    const row = { address, chain, name, source, state: found.state, day: dayOf(found.at), note, asOf: toMoment(at) };
    const inputs = { list: 'appeals.json', entry: this.appeals.add(row) };
    return this.book.add({ mark: 'claim', rule: 'appeal/1', inputs, result: row }, [
      'Label “',
      { value: 'name' },
      '” of source ',
      { value: 'source' },
      ' for ',
      { value: 'address' },
      ': ',
      { value: 'note' },
      '.',
    ]);
  }

  /** What an amount was worth at the close of a day; undefined where the table has no price of it. */
  value(claim: Claim, asset: FactAsset, time: number): Claim | undefined {
    const price = asset.ticker === null ? undefined : this.facts.priceOf(asset.ticker, dayOf(time));
    if (!price) return undefined;
    const entry = this.prices.add({ ...price });
    const scale = 1000n * 10n ** BigInt(asset.decimals);
    const usd = ((BigInt(String(claim.result.amount)) * BigInt(price.nano) + scale / 2n) / scale).toString();
    const result = { usd, day: price.day, ticker: price.symbol };
    const close: readonly TextPart[] = [{ usd: 'usd' }, ' at the close of ', { value: 'day' }];
    const other: readonly TextPart[] = price.symbol === asset.symbol ? [] : [', at the price of ', { value: 'ticker' }];
    return this.book.add({ mark: 'claim', rule: 'value/2', inputs: { claim: claim.id, price: entry }, result }, [
      `Claim ${claim.id} is `,
      ...close,
      ...other,
      '.',
    ]);
  }

  sum(claims: readonly Claim[], asset: FactAsset, what: string): Claim {
    const amount = claims.reduce((all, { result }) => all + BigInt(String(result.amount)), 0n).toString();
    const mark = claims.every((claim) => claim.mark === 'fact') ? 'fact' : 'inference';
    return this.book.add(
      { mark, rule: 'sum/1', inputs: { claims: claims.map(({ id }) => id) }, result: { amount, ...this.#coin(asset) } },
      [`${what}: `, { amount: 'amount' }, '.'],
    );
  }

  /** A figure of a pinned answer. */
  figure(
    item: { readonly number: string },
    at: readonly string[],
    found: string | number,
    what: string,
    asset?: FactAsset,
  ): Claim {
    const inputs = { item: `items/${item.number}.json`, at };
    const result = asset ? { amount: String(found), ...this.#coin(asset) } : { value: found };
    return this.book.add({ mark: 'inference', rule: 'item/1', inputs, result }, [
      `${what}: `,
      asset ? { amount: 'amount' } : { value: 'value' },
      '.',
    ]);
  }

  /** A row that people entered in the case. */
  caseRow(
    row: Row & {
      readonly amount: string;
      readonly symbol: string;
      readonly decimals: number;
      readonly what: string;
      readonly day: string;
    },
  ): Claim {
    return this.book.add(
      { mark: 'claim', rule: 'case/1', inputs: { list: 'case.json', entry: this.caseRows.add(row) }, result: row },
      [{ value: 'what' }, ': ', { amount: 'amount' }, ' on ', { value: 'day' }, '.'],
    );
  }

  /** An act on the material, by its number in custody.json, without who did it: a copy may leave that out. */
  custodyAct(entry: number): Claim | undefined {
    const act = this.facts.custody[entry];
    if (!act) return undefined;
    const result = { act: act.act, what: act.what, at: act.at, sha256: act.sha256 };
    return this.book.add({ mark: 'claim', rule: 'case/1', inputs: { list: 'custody.json', entry }, result }, [
      ...[{ value: 'what' }, ': ', { value: 'act' }, ' at ', { value: 'at' }],
      ...(act.sha256 === null ? ['.'] : [', SHA-256 ', { value: 'sha256' }, '.']),
    ]);
  }

  /** From what the blocks of a chain were read, and how far the index went. */
  ledgerState(state: {
    readonly chain: string;
    readonly source: string;
    readonly height: number | null;
    readonly hash: string | null;
  }): Claim {
    const row: Row = { rule: `ledger of ${state.chain}`, ...state };
    const inputs = { list: 'methods.json', entry: this.methods.add(row) };
    return this.book.add({ mark: 'claim', rule: 'method/1', inputs, result: row }, [
      'The index of ',
      { value: 'chain' },
      ' was read from ',
      { value: 'source' },
      ' to block ',
      { value: 'height' },
      ', ',
      { value: 'hash' },
      '.',
    ]);
  }

  /** What docs/accuracy.md measured of a rule. */
  rate(rule: (typeof ERROR_RATES)[number]): Claim {
    const row: Row = { ...rule };
    return this.book.add(
      { mark: 'claim', rule: 'method/1', inputs: { list: 'methods.json', entry: this.methods.add(row) }, result: row },
      [
        'Rule ',
        { value: 'rule' },
        ', version ',
        { value: 'version' },
        ': precision ',
        { value: 'precision' },
        ', recall ',
        { value: 'recall' },
        ', measured on ',
        { value: 'cases' },
        '.',
      ],
    );
  }
}
