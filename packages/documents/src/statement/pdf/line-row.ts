import type { LineArrival, StatementLeg, StatementLine } from '@trailmark/core/statement/statement';
import { formatMoney } from '../../request-packet-figures.ts';
import { pairLegs } from '../line-cells.ts';
import { formatUtcCell, type ZonedMoment } from '../zone-clock.ts';
import { showAmount } from './amounts.ts';
import type { AssetNames } from './asset-names.ts';
import type { Canvas, Page } from './canvas.ts';
import { drawMark } from './marks.ts';
import { SHEET_WIDTH, SIDE } from './sheet.ts';
import type { Element, StructureTree } from './structure.ts';
import { TYPE_WORDS } from './words.ts';

const SIZE = 6.8;
const SMALL = 5.85;
const HASH = 5.4;
const ROW = 23;
const EXTRA = 8.6;
/** Smaller than this part of its size, an amount gets a row of its own. */
const LEAST_SCALE = 0.75;

/** Places of the columns, points from the left margin. */
export interface LinePlaces {
  readonly time: number;
  readonly type: number;
  readonly party: number;
  readonly in: number;
  readonly out: number;
  readonly value: number;
  readonly balance: number;
  /** Whether times are shown with their year. */
  readonly hasYear: boolean;
}

export function placeColumns(lineCount: number, hasYear: boolean): LinePlaces {
  const time = 6 + Math.max(3, String(lineCount).length) * 4.1;
  const type = time + (hasYear ? 72 : 54);
  return { time, type, party: type + 61, in: 312, out: 380, value: 432, balance: SHEET_WIDTH, hasYear };
}

interface Amount {
  readonly digits: string;
  readonly symbol: string;
  readonly isUnknown?: boolean;
}

/** One row of figures of a line: the first is on the line itself, others are below. */
interface Figures {
  readonly in: Amount | undefined;
  readonly out: Amount | undefined;
  readonly value: string;
  readonly balance: Amount | undefined;
}

/** A line measured for the page: what is drawn where, and how high it is. */
export interface PreparedLine {
  readonly line: StatementLine;
  readonly moment: ZonedMoment;
  readonly rows: readonly Figures[];
  /** Amounts that fit no column, and where a bridge transfer arrived. */
  readonly overflow: readonly string[];
  readonly height: number;
}

function toAmount(leg: StatementLeg | undefined, names: AssetNames): Amount | undefined {
  if (leg === undefined) return undefined;
  const size = leg.amount < 0n ? -leg.amount : leg.amount;
  return { digits: showAmount(size, names.get(leg.asset)), symbol: names.short(leg.asset) };
}

function showValue(leg: StatementLeg | undefined): string {
  if (leg === undefined) return '–';
  if (leg.value === undefined) return 'no price';
  return formatMoney(leg.value < 0n ? -leg.value : leg.value);
}

function toBalance(balance: StatementLine['balances'][number] | undefined, names: AssetNames): Amount | undefined {
  if (balance === undefined) return undefined;
  const symbol = names.short(balance.asset);
  if (balance.amount === undefined) return { digits: 'not known', symbol, isUnknown: true };
  return { digits: showAmount(balance.amount, names.get(balance.asset)), symbol };
}

function widthOf(canvas: Canvas, { digits, symbol }: Amount, scale = 1): number {
  const { type } = canvas;
  return type.width(digits, 'sans', SIZE * scale) + 2 + type.width(symbol, 'sans', SMALL * scale);
}

/** The balance after a line that comes first: of what went out, else of what came in, else of the fee. */
function orderBalances({ legs, balances }: StatementLine): readonly StatementLine['balances'][number][] {
  const first = legs.find(({ amount }) => amount < 0n)?.asset ?? legs[0]?.asset;
  return [...balances].sort((a, b) => Number(b.asset === first) - Number(a.asset === first));
}

function describeArrival({ chain, time, txid, height }: LineArrival): string {
  return `Arrived ${formatUtcCell(time)} UTC on ${chain} in ${txid ?? `block ${height}`}`;
}

export function prepareLine(
  canvas: Canvas,
  line: StatementLine,
  moment: ZonedMoment,
  { names, places }: { readonly names: AssetNames; readonly places: LinePlaces },
): PreparedLine {
  const pairs = pairLegs(line);
  const balances = orderBalances(line);
  const overflow: string[] = [];
  const keep = (word: string, amount: Amount | undefined, room: number): Amount | undefined => {
    if (amount === undefined || widthOf(canvas, amount, LEAST_SCALE) <= room) return amount;
    overflow.push(`${word} ${amount.digits} ${amount.symbol}`);
    return { digits: 'below', symbol: '' };
  };
  const rows = Array.from({ length: Math.max(pairs.length, balances.length) }, (_, i): Figures => {
    const pair = pairs[i];
    return {
      in: keep('In', toAmount(pair?.in, names), places.in - places.party - 60),
      out: keep('Out', toAmount(pair?.out, names), places.out - places.in - 5),
      value: pair ? showValue(pair.in?.value === undefined ? (pair.out ?? pair.in) : pair.in) : '',
      balance: keep('Balance', toBalance(balances[i], names), places.balance - places.value - 5),
    };
  });
  if (line.arrival !== undefined) overflow.push(describeArrival(line.arrival));
  const height = ROW + (rows.length - 1 + overflow.length) * EXTRA;
  return { line, moment, rows, overflow, height };
}

function drawAmount(page: Page, amount: Amount | undefined, right: number, y: number, room: number): void {
  if (amount === undefined) {
    page.text('–', SIDE + right, y, { size: SIZE, align: 'right' });
    return;
  }
  const scale = Math.min(1, room / widthOf(page, amount));
  const symbol = page.text(amount.symbol, SIDE + right, y, { size: SMALL * scale, gray: 0.2, align: 'right' });
  const style = { size: SIZE * scale, align: 'right', isSlanted: amount.isUnknown === true } as const;
  page.text(amount.digits, SIDE + right - symbol - (symbol > 0 ? 2 : 0), y, style);
}

/** Draws the cells of one line in a row of the table. */
class RowPainter {
  readonly #page: Page;
  readonly #tree: StructureTree;
  readonly #places: LinePlaces;
  readonly #names: AssetNames;
  readonly #row: Element;

  constructor(page: Page, tree: StructureTree, body: Element, places: LinePlaces, names: AssetNames) {
    this.#page = page;
    this.#tree = tree;
    this.#places = places;
    this.#names = names;
    this.#row = tree.open('TR', body);
  }

  #cell(draw: (cell: Element) => void): void {
    const cell = this.#tree.open('TD', this.#row);
    draw(cell);
    this.#tree.close(cell);
  }

  #mark(cell: Element, draw: () => void): void {
    this.#page.mark(cell, draw);
  }

  #text(text: string, x: number, y: number): void {
    this.#cell((cell) => this.#mark(cell, () => this.#page.text(text, SIDE + x, y, { size: SIZE })));
  }

  #type({ type, basis }: StatementLine, y: number): void {
    const x = SIDE + this.#places.type;
    this.#cell((cell) =>
      this.#mark(cell, () => {
        drawMark(this.#page, basis, x, y);
        this.#page.text(this.#page.fit(TYPE_WORDS[type], 50, 'sans', SIZE), x + 9, y, { size: SIZE });
      }),
    );
  }

  /** Who it was, and below it the whole transaction and address. */
  #party(prepared: PreparedLine, y: number): void {
    const { line, rows } = prepared;
    this.#cell((cell) => {
      this.#mark(cell, () => this.#label(line, rows[0], y));
      this.#mark(cell, () => this.#hashes(line, y + 8.4));
      for (const [i, text] of prepared.overflow.entries()) {
        const base = y + 8.4 + (rows.length + i) * EXTRA;
        const size = Math.min(SIZE, (SIZE * (SHEET_WIDTH - 30)) / this.#page.type.width(text, 'sans', SIZE));
        this.#mark(cell, () => this.#page.text(text, SIDE + this.#places.time, base, { size }));
      }
    });
  }

  #label(line: StatementLine, figures: Figures | undefined, y: number): void {
    const page = this.#page;
    const places = this.#places;
    const [party] = line.parties;
    const left = figures?.in ? places.in - widthOf(page, figures.in) : places.in - 6;
    let x = SIDE + places.party;
    let room = SIDE + left - x - 6;
    if (party?.label !== undefined) {
      drawMark(page, 'claim', x, y);
      [x, room] = [x + 8, room - 8];
      x += page.text(page.fit(party.label, room, 'bold', SIZE), x, y, { face: 'bold', size: SIZE });
    } else x += page.text(page.fit(nameParty(line), room, 'sans', SIZE), x, y, { size: SIZE });
    const small = [line.rule, line.parts > 1 ? `part ${line.part + 1} of ${line.parts}` : undefined, line.note];
    const rest = small.filter((part) => part !== undefined).join(', ');
    const space = SIDE + left - x - 10;
    if (rest !== '' && space > 20)
      page.text(page.fit(rest, space, 'sans', SMALL), x + 4, y, { size: SMALL, gray: 0.2 });
  }

  #hashes(line: StatementLine, y: number): void {
    const page = this.#page;
    const { type } = page;
    const [party] = line.parties;
    const isIn = line.legs.length > 0 && line.legs.every(({ amount }) => amount >= 0n);
    const more = line.partyCount > 1 ? ` and ${line.partyCount - 1} more` : '';
    const word = isIn ? 'from' : 'to';
    const hash = line.txid ?? 'paid by the block';
    const fee = line.fee === undefined ? 0 : 90;
    const address = party?.address ?? '';
    const full = type.width(hash + address, 'mono', HASH) + type.width(`${word}${more}`, 'sans', 6.3) + 9;
    const scale = Math.min(1, (SHEET_WIDTH - this.#places.time - fee) / full);
    let x = SIDE + this.#places.time;
    x += page.text(hash, x, y, { face: 'mono', size: HASH * scale, gray: 0.13 });
    if (party === undefined) return;
    x += page.text(word, x + 4, y, { size: 6.3 * scale, gray: 0.2, isSlanted: true }) + 7;
    x += page.text(address, x, y, { face: 'mono', size: HASH * scale, gray: 0.13 });
    page.text(more, x, y, { size: 6.3 * scale, gray: 0.2 });
  }

  #fee(line: StatementLine, y: number): void {
    if (line.fee === undefined) return;
    const { asset, amount } = line.fee;
    const digits = showAmount(amount < 0n ? -amount : amount, this.#names.get(asset));
    const text = `fee ${digits} ${this.#names.short(asset)}`;
    const size = Math.min(6.3, (6.3 * 86) / this.#page.type.width(text, 'sans', 6.3));
    this.#page.text(text, SIDE + SHEET_WIDTH, y, { size, gray: 0.2, align: 'right' });
  }

  #figures(prepared: PreparedLine, y: number): void {
    const page = this.#page;
    const places = this.#places;
    const columns: readonly (readonly ['in' | 'out' | 'balance', number, number])[] = [
      ['in', places.in, places.in - places.party - 60],
      ['out', places.out, places.out - places.in - 5],
      ['balance', places.balance, places.balance - places.value - 5],
    ];
    const at = (i: number) => (i === 0 ? y : y + 8.4 + i * EXTRA);
    for (const [name, right, room] of columns) {
      if (name === 'balance') this.#values(prepared, at);
      this.#cell((cell) => {
        for (const [i, row] of prepared.rows.entries()) {
          if (i > 0 && row[name] === undefined) continue;
          this.#mark(cell, () => drawAmount(page, row[name], right, at(i), room));
        }
        if (name === 'out' && prepared.line.fee) this.#mark(cell, () => this.#fee(prepared.line, y + 8.4));
      });
    }
  }

  #values({ rows }: PreparedLine, at: (row: number) => number): void {
    this.#cell((cell) => {
      for (const [i, { value }] of rows.entries()) {
        if (value === '') continue;
        const style = { size: SIZE, align: 'right', isSlanted: value === 'no price' } as const;
        this.#mark(cell, () => this.#page.text(value, SIDE + this.#places.value, at(i), style));
      }
    });
  }

  draw(prepared: PreparedLine, top: number): void {
    const { line, moment } = prepared;
    const y = top + 9;
    this.#text(String(line.no), 0, y);
    const day = this.#places.hasYear ? moment.day : moment.day.slice(5);
    this.#text(`${day} ${moment.time}`, this.#places.time, y);
    this.#type(line, y);
    this.#party(prepared, y);
    this.#figures(prepared, y);
    this.#tree.close(this.#row);
  }
}

function nameParty({ type, partyCount, parties }: StatementLine): string {
  if (type === 'own-transfer') return 'Own set';
  if (partyCount === 0 && parties.length === 0) return 'Nobody';
  return 'No label';
}

/** Draws a prepared line as one row of a table, with the rule below it. */
export function drawLine(
  prepared: PreparedLine,
  at: { readonly page: Page; readonly tree: StructureTree; readonly body: Element; readonly top: number },
  { names, places }: { readonly names: AssetNames; readonly places: LinePlaces },
): void {
  new RowPainter(at.page, at.tree, at.body, places, names).draw(prepared, at.top);
  at.page.artifact(() => at.page.rule(SIDE, at.top + prepared.height - 1, SHEET_WIDTH, 0.5, 0.78));
}
