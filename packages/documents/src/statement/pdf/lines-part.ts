import type { AssetStatement, StatementGap, StatementLeg, StatementLine } from '@trailmark/core/statement/statement';
import { breakLines } from '../../pdf-text.ts';
import { describeGap } from '../line-cells.ts';
import type { StatementHead } from '../statement-document.ts';
import type { StatementItem } from '../statement-items.ts';
import { createZoneClock, type ZonedMoment } from '../zone-clock.ts';
import { showAmount } from './amounts.ts';
import type { AssetNames } from './asset-names.ts';
import { drawLine, type LinePlaces, placeColumns, prepareLine } from './line-row.ts';
import { type PageListener, SHEET_WIDTH, type Sheet, SIDE } from './sheet.ts';
import type { Element, ElementOptions } from './structure.ts';
import { type Column, drawTableHead } from './table.ts';
import { findSecond } from './words.ts';

/** Assets whose sums are carried from page to page. */
const CARRIED = 2;
const CARRIED_ROW = 17;

/** Sums of one asset up to a line. */
interface Carry {
  readonly balance: AssetStatement;
  in: bigint;
  out: bigint;
  fees: bigint;
  after: bigint | undefined;
}

function addLeg(carry: Carry, { amount }: StatementLeg, isFee: boolean): void {
  if (isFee) carry.fees -= amount;
  else if (amount < 0n) carry.out -= amount;
  else carry.in += amount;
}

/** The lines of a statement over as many pages as they need. A line is never cut; each page ends in what it carries forward. */
export class LinesPart implements PageListener {
  readonly reserve: number;
  readonly #sheet: Sheet;
  readonly #names: AssetNames;
  readonly #places: LinePlaces;
  readonly #columns: readonly Column[];
  readonly #clock: (seconds: number) => ZonedMoment;
  readonly #carries: readonly Carry[];
  #table: Element | undefined;
  #body: Element | undefined;
  #last = 0;
  #isAtEnd = false;

  constructor(sheet: Sheet, head: StatementHead, balances: readonly AssetStatement[], names: AssetNames) {
    this.#sheet = sheet;
    this.#names = names;
    this.#clock = createZoneClock(head.request.zone);
    const [first, end] = [this.#clock(head.from).day, this.#clock(Math.max(head.from, head.to - 1)).day];
    this.#places = placeColumns(head.lineCount, first.slice(0, 4) !== end.slice(0, 4));
    this.#carries = balances
      .filter(({ isSpam }) => !isSpam)
      .slice(0, CARRIED)
      .map((balance) => ({ balance, in: 0n, out: 0n, fees: 0n, after: balance.opening }));
    this.reserve = this.#carries.length * CARRIED_ROW + 4;
    const { time, type, party, in: came, out, value, balance } = this.#places;
    this.#columns = [
      { title: 'No.', x: 0, width: time },
      { title: 'Time', x: time, width: type - time },
      { title: 'Type', x: type, width: party - type },
      { title: 'Counterparty', x: party, width: 100 },
      { title: 'In', x: came, width: 60, align: 'right' },
      { title: 'Out', x: out, width: 60, align: 'right' },
      { title: `Value, ${head.request.currency}`, x: value, width: 50, align: 'right' },
      { title: 'Balance', x: balance, width: 70, align: 'right' },
    ];
    const year = this.#places.hasYear ? '' : `Year ${first.slice(0, 4)}, `;
    const about = `${year}${head.request.zone}, oldest first. Balance: of the asset moved, after the fee. Below each line: transaction and address in full.`;
    sheet.heading('Lines', about);
    this.enter();
    sheet.listener = this;
    this.#opening(this.#clock(head.from));
  }

  enter(): void {
    const { tree } = this.#sheet.book;
    this.#table = tree.open('Table', this.#sheet.section);
    const top = this.#sheet.y;
    const at = { page: this.#sheet.page, sheet: this.#sheet, top };
    this.#sheet.y += drawTableHead(at, this.#table, this.#columns, this.#sheet.second);
    this.#body = tree.open('TBody', this.#table);
  }

  /** Closes the table of a page with what it carries forward, or with the closing balances. */
  leave(): void {
    const { tree } = this.#sheet.book;
    if (this.#table === undefined || this.#body === undefined) return;
    tree.close(this.#body);
    if (this.#carries.length > 0) {
      const foot = tree.open('TFoot', this.#table);
      for (const carry of this.#carries) this.#carried(foot, carry);
      tree.close(foot);
    }
    tree.close(this.#table);
  }

  #cell(row: Element, draw: () => void, options: ElementOptions = {}): void {
    const { tree } = this.#sheet.book;
    const cell = tree.open('TD', row, options);
    this.#sheet.page.mark(cell, draw);
    tree.close(cell);
  }

  #carried(foot: Element, { balance, in: came, out, fees, after }: Carry): void {
    const { page, book, second } = this.#sheet;
    const { asset, closing } = balance;
    const row = book.tree.open('TR', foot);
    const top = this.#sheet.y;
    page.artifact(() => page.rule(SIDE, top + 1, SHEET_WIDTH, 0.75));
    const y = top + 10;
    const title = this.#isAtEnd ? 'Closing balance' : 'Carried forward';
    const other = findSecond(title, second);
    const words = `${title}${other === undefined ? '' : ` · ${other}`}, ${this.#names.short(asset.id)}`;
    const bold = { face: 'bold', size: 6.8, align: 'right' } as const;
    this.#cell(
      row,
      () => {
        const width = page.text(words, SIDE, y, { face: 'bold', size: 6.8 });
        page.text(this.#last === 0 ? 'no lines' : `lines 1 to ${this.#last}`, SIDE + width + 5, y, { size: 6.8 });
      },
      { columns: 4 },
    );
    // Sums of many places are set smaller rather than over each other.
    const room = this.#places.out - this.#places.in - 4;
    const shrink = (text: string) => ({
      ...bold,
      size: Math.min(6.8, (6.8 * room) / book.type.width(text, 'bold', 6.8)),
    });
    const [inText, outText] = [showAmount(came, asset), showAmount(out, asset)];
    this.#cell(row, () => page.text(inText, SIDE + this.#places.in, y, shrink(inText)));
    this.#cell(row, () => {
      page.text(outText, SIDE + this.#places.out, y, shrink(outText));
      const text = `fees ${showAmount(fees, asset)}`;
      page.text(text, SIDE + this.#places.out, y + 6.5, { size: 5.85, gray: 0.2, align: 'right' });
    });
    // The place of values is left to wide balances: values of different days are not carried.
    book.tree.close(book.tree.open('TD', row));
    const shown = this.#isAtEnd ? closing : after;
    this.#cell(row, () => {
      const text = shown === undefined ? 'not known' : showAmount(shown, asset);
      const size = Math.min(6.8, (6.8 * 120) / book.type.width(text, 'bold', 6.8));
      page.text(text, SIDE + this.#places.balance, y, { ...bold, size, isSlanted: shown === undefined });
    });
    book.tree.close(row);
    this.#sheet.y += CARRIED_ROW;
  }

  /** Balances at the first second of the period. */
  #opening({ day, time }: ZonedMoment): void {
    const { page, book, second } = this.#sheet;
    const [first, ...rest] = this.#carries.map(({ balance }) => balance);
    if (first === undefined) return;
    const write = ({ asset, opening }: AssetStatement) =>
      `${opening === undefined ? 'not known' : showAmount(opening, asset)} ${this.#names.short(asset.id)}`;
    const top = this.#sheet.y;
    const row = book.tree.open('TR', this.#body ?? this.#sheet.section);
    const y = top + 10;
    page.artifact(() => page.fill(SIDE, top + 0.4, SHEET_WIDTH, 15, 0.955));
    const { hasYear, time: timeX, type } = this.#places;
    this.#cell(row, () => page.text(`${hasYear ? day : day.slice(5)} ${time}`, SIDE + timeX, y, { size: 6.8 }), {
      columns: 2,
    });
    this.#cell(
      row,
      () => {
        const other = findSecond('Opening balance', second);
        const words = `Opening balance${other === undefined ? '' : ` · ${other}`}`;
        const width = page.text(words, SIDE + type, y, { face: 'bold', size: 6.8 });
        const also = rest.map(write).join(', ');
        if (also !== '') page.text(`, also ${also}`, SIDE + type + width, y, { size: 6.8 });
      },
      { columns: 5 },
    );
    const style = { face: 'bold', size: 6.8, align: 'right' } as const;
    this.#cell(row, () => page.text(write(first), SIDE + SHEET_WIDTH, y, style));
    book.tree.close(row);
    this.#sheet.y += 15.5;
    page.artifact(() => page.rule(SIDE, this.#sheet.y, SHEET_WIDTH, 0.6));
  }

  #gap(gap: StatementGap): void {
    const sheet = this.#sheet;
    const { tree, type } = sheet.book;
    const asset = this.#names.get(gap.asset);
    const { day } = this.#clock(gap.fromTime);
    const text = `${this.#names.short(gap.asset)}, from ${day}: ${describeGap(gap, asset)} Balance not known from here on.`;
    const lines = breakLines(text, SHEET_WIDTH - 34, (part) => type.width(part, 'sans', 6.8)).slice(0, 6);
    const height = 8 + lines.length * 9;
    sheet.need(height + 2);
    const { page } = sheet;
    const row = tree.open('TR', this.#body ?? sheet.section);
    page.artifact(() => {
      page.rule(SIDE, sheet.y, SHEET_WIDTH, 1.2);
      page.rule(SIDE, sheet.y + height, SHEET_WIDTH, 1.2);
    });
    const other = findSecond('Gap', sheet.second);
    const title = other === undefined || other === 'Gap' ? 'Gap.' : `Gap · ${other}.`;
    this.#cell(
      row,
      () => {
        const width = page.text(title, SIDE, sheet.y + 10, { face: 'bold', size: 6.8 });
        for (const [i, line] of lines.entries())
          page.text(line, SIDE + (i === 0 ? width + 4 : 0), sheet.y + 10 + i * 9, { size: 6.8 });
      },
      { columns: this.#columns.length },
    );
    tree.close(row);
    sheet.y += height + 1;
  }

  #line(line: StatementLine): void {
    const sheet = this.#sheet;
    const setting = { names: this.#names, places: this.#places };
    const prepared = prepareLine(sheet.page, line, this.#clock(line.time), setting);
    sheet.need(prepared.height);
    const at = { page: sheet.page, tree: sheet.book.tree, body: this.#body ?? sheet.section, top: sheet.y };
    drawLine(prepared, at, setting);
    sheet.y += prepared.height;
    this.#last = line.no;
    for (const carry of this.#carries) {
      const { id } = carry.balance.asset;
      for (const leg of line.legs) if (leg.asset === id) addLeg(carry, leg, false);
      if (line.fee?.asset === id) addLeg(carry, line.fee, true);
      const after = line.balances.find(({ asset }) => asset === id);
      if (after) carry.after = after.amount;
    }
  }

  add(item: StatementItem): void {
    if (item.kind === 'line') this.#line(item.line);
    else this.#gap(item.gap);
  }

  finish(): void {
    this.#isAtEnd = true;
    this.leave();
    this.#sheet.listener = undefined;
  }
}
