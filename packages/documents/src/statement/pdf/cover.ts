import type { AssetStatement } from '@trailmark/core/statement/statement';
import { breakLines } from '../../pdf-text.ts';
import { describeGap } from '../line-cells.ts';
import type { StatementParts } from '../statement-document.ts';
import { PRICE_RULE_WORDS } from '../statement-facts.ts';
import { createZoneClock } from '../zone-clock.ts';
import { showAmount } from './amounts.ts';
import type { AssetNames } from './asset-names.ts';
import type { Book, Part } from './book.ts';
import type { Page, TextStyle } from './canvas.ts';
import { drawChart } from './chart-figure.ts';
import { COVER_ASSETS, type ContentsRow, FIGURES, LEFT, WIDTH } from './cover-parts.ts';
import { drawMark } from './marks.ts';
import type { Element, ElementType } from './structure.ts';
import { findSecond, joinWords, type SecondLanguage, writeDay } from './words.ts';

/** The first page: who made the statement of what, balances, what is missing, and where everything is. */
export class Cover {
  readonly #book: Book;
  readonly #page: Page;
  readonly #section: Element;
  readonly #parts: StatementParts;
  readonly #names: AssetNames;
  readonly #second: SecondLanguage | undefined;
  #y = 60;

  constructor(
    book: Book,
    section: Element,
    parts: StatementParts,
    names: AssetNames,
    second: SecondLanguage | undefined,
  ) {
    this.#book = book;
    this.#page = book.openPage();
    this.#section = section;
    this.#parts = parts;
    this.#names = names;
    this.#second = second;
  }

  draw(part: Part, contents: readonly ContentsRow[]): void {
    this.#letterhead();
    this.#title();
    this.#particulars();
    this.#balances();
    this.#gaps();
    this.#chart();
    this.#contents(contents);
    this.#limits();
    this.#book.closePage(part, this.#page, 'cover');
    this.#book.tree.close(this.#section);
  }

  #element(type: ElementType, draw: (element: Element) => void, parent = this.#section): void {
    const element = this.#book.tree.open(type, parent);
    draw(element);
    this.#book.tree.close(element);
  }

  #say(element: Element, text: string, x: number, y: number, style: TextStyle = {}): number {
    let width = 0;
    this.#page.mark(element, () => {
      width = this.#page.text(text, LEFT + x, y, style);
    });
    return width;
  }

  #lines(text: string, width: number, style: TextStyle): string[] {
    const { face = 'sans', size = 8 } = style;
    return breakLines(text.replace(/\s+/g, ' '), width, (part) => this.#book.type.width(part, face, size));
  }

  #heading(title: string, about = ''): void {
    this.#element('H2', (element) => {
      let x = this.#say(element, title, 0, this.#y, { face: 'title', size: 9.75 });
      const second = findSecond(title, this.#second);
      if (second === undefined) return;
      this.#element(
        'Span',
        (span) => {
          x += 6 + this.#say(span, second, x + 6, this.#y, { face: 'serif', size: 8, gray: 0.33 });
        },
        element,
      );
    });
    if (about !== '')
      this.#element('P', (element) =>
        this.#say(element, about, WIDTH, this.#y, { size: 7.5, gray: 0.2, align: 'right' }),
      );
  }

  #letterhead(): void {
    const { agency, unit, classification } = this.#parts.head;
    const page = this.#page;
    page.artifact(() => {
      page.fill(LEFT + 5, this.#y - 2, 8, 15);
      page.fill(LEFT + 15.5, this.#y - 14, 8, 15);
    });
    if (agency !== undefined)
      this.#element('P', (element) => {
        this.#say(element, page.fit(agency, 300, 'bold', 9.75), 34, this.#y - 3, { face: 'bold', size: 9.75 });
        if (unit !== undefined) this.#say(element, page.fit(unit, 300, 'sans', 9), 34, this.#y + 9, { size: 9 });
      });
    if (classification !== undefined) {
      const wide = page.type.width(classification, 'bold', 8);
      page.artifact(() => page.outline(LEFT + WIDTH - wide - 9, this.#y - 9, wide + 9, 12));
      const style = { face: 'bold', size: 8, align: 'right' } as const;
      this.#element('P', (element) => this.#say(element, classification, WIDTH - 4.5, this.#y, style));
    }
    this.#y += 56;
  }

  #title(): void {
    const { title, subjects, from, to, request } = this.#parts.head;
    const { zone } = request;
    this.#element('H1', (element) => {
      const width = this.#say(element, title, 0, this.#y, { face: 'title', size: 25.5 });
      const second = findSecond(title, this.#second);
      const style = { face: 'serif', size: 12, gray: 0.33 } as const;
      if (second !== undefined)
        this.#element('Span', (span) => this.#say(span, second, width + 10, this.#y, style), element);
    });
    const clock = createZoneClock(zone);
    const last = clock(Math.max(from, to - 1)).day;
    const period = `${writeDay(clock(from).day)} to ${writeDay(last)}, all times ${zone}`;
    const more = subjects.length > 2 ? [`and ${subjects.length - 2} more, listed under Method and sources`] : [];
    const style = { face: 'serif', size: 11.25 } as const;
    const words = [
      ...subjects.slice(0, 2).flatMap((subject) => this.#lines(subject, WIDTH, style).slice(0, 2)),
      ...more,
      period,
    ];
    this.#y += 10;
    this.#element('P', (element) => {
      for (const line of words) {
        this.#y += 16.5;
        this.#say(element, line, 0, this.#y, style);
      }
    });
    this.#y += 20;
  }

  #particulars(): void {
    const { particulars, request } = this.#parts.head;
    const { currency, priceRule, template } = request;
    const values = { name: 'Values', value: `${currency}, ${PRICE_RULE_WORDS[priceRule]}` };
    const kind = { name: 'Purpose', value: { bank: 'Bank statement', tax: 'Tax', exhibit: 'Court exhibit' }[template] };
    const rows = [...particulars.slice(0, 8), values, kind];
    const page = this.#page;
    page.artifact(() => page.rule(LEFT, this.#y, WIDTH, 0.75));
    this.#y += 4;
    for (const [i, { name, value }] of rows.entries()) {
      const x = i % 2 === 0 ? 0 : 246;
      const y = this.#y + 10 + Math.floor(i / 2) * 14;
      this.#element('P', (element) => {
        this.#say(element, page.fit(name, 78, 'sans', 8.1), x, y, { size: 8.1, gray: 0.27 });
        this.#say(element, page.fit(value, i % 2 === 0 ? 158 : 152, 'sans', 8.1), x + 82, y, { size: 8.1 });
      });
    }
    this.#y += Math.ceil(rows.length / 2) * 14 + 5;
    page.artifact(() => page.rule(LEFT, this.#y, WIDTH, 0.75));
    this.#y += 24;
  }

  #balances(): void {
    const { balances } = this.#parts;
    const { tree } = this.#book;
    const shown = balances.filter(({ isSpam }) => !isSpam);
    this.#heading('Balances');
    this.#y += 14;
    const table = tree.open('Table', this.#section);
    this.#element('THead', (head) => this.#element('TR', (row) => this.#balanceHead(row), head), table);
    this.#y += this.#second === undefined ? 4 : 11;
    this.#page.artifact(() => this.#page.rule(LEFT, this.#y, WIDTH, 0.75));
    this.#element(
      'TBody',
      (body) => {
        for (const balance of shown.slice(0, COVER_ASSETS))
          this.#element('TR', (row) => this.#balanceRow(row, balance), body);
      },
      table,
    );
    tree.close(table);
    const rest = shown.length - COVER_ASSETS;
    const spam = balances.length - shown.length;
    const notes = [
      this.#reconciliation(shown),
      rest > 0 ? `${rest} more in the table of all balances.` : '',
      spam > 0
        ? `Not listed here: ${spam} ${spam === 1 ? 'token' : 'tokens'} that arrived unasked and nobody vouches for.`
        : '',
    ].filter(Boolean);
    this.#y += 4;
    this.#note(notes.join(' '));
  }

  #note(text: string): void {
    if (text === '') return;
    this.#element('P', (element) => {
      for (const [i, line] of this.#lines(text, WIDTH - 12, { size: 8.1 }).entries()) {
        this.#y += 11;
        this.#page.mark(element, () => {
          if (i === 0) drawMark(this.#page, 'fact', LEFT, this.#y);
          this.#page.text(line, LEFT + 9, this.#y, { size: 8.1 });
        });
      }
    });
    this.#y += 10;
  }

  #reconciliation(shown: readonly AssetStatement[]): string {
    const closed = shown.filter(
      ({ opening, closing, fees, ...sums }) =>
        opening !== undefined && closing !== undefined && opening + sums.in - sums.out - fees === closing,
    );
    const open = shown.filter((balance) => balance.closing !== undefined && !closed.includes(balance));
    const name = ({ asset }: AssetStatement) => this.#names.short(asset.id);
    const good =
      closed.length === 0
        ? ''
        : `${joinWords(closed.slice(0, 6).map(name))}${closed.length > 6 ? ` and ${closed.length - 6} more` : ''}: opening + in − out − fees = closing, with no difference in the smallest unit.`;
    const bad = open.length === 0 ? '' : ` ${joinWords(open.slice(0, 6).map(name))}: does not close.`;
    return good + bad;
  }

  #balanceHead(row: Element): void {
    for (const [i, title] of ['Asset', 'Opening', 'In', 'Out', 'Fees', 'Closing'].entries()) {
      const x = i === 0 ? 0 : (FIGURES[i - 1] ?? 0);
      const align = i === 0 ? 'left' : 'right';
      this.#element(
        'TH',
        (cell) => {
          this.#say(cell, title, x, this.#y, { face: 'bold', size: 7.5, align });
          const second = findSecond(title, this.#second);
          const style = { size: 6, gray: 0.33, align } as const;
          if (second !== undefined)
            this.#element('Span', (span) => this.#say(span, second, x, this.#y + 7, style), cell);
        },
        row,
      );
    }
  }

  #balanceRow(row: Element, { asset, chain, opening, closing, fees, ...sums }: AssetStatement): void {
    this.#y += 12.4;
    const page = this.#page;
    const name = this.#parts.head.asOf.find((one) => one.chain === chain)?.name ?? chain;
    const isCoin = asset.id === chain;
    this.#element(
      'TD',
      (cell) => {
        const width = this.#say(cell, this.#names.short(asset.id), 0, this.#y, { face: 'bold', size: 7.65 });
        const words = asset.isUnverified
          ? (this.#names.stated(asset.id) ?? `on ${name}`)
          : isCoin
            ? name
            : `on ${name}`;
        this.#say(cell, page.fit(words, 104 - width, 'sans', 7.65), width + 4, this.#y, { size: 7.65 });
      },
      row,
    );
    for (const [i, units] of [opening, sums.in, sums.out, fees, closing].entries()) {
      const text = units === undefined ? 'not known' : showAmount(units, asset);
      const face = i === 4 && units !== undefined ? 'bold' : 'sans';
      const size = Math.min(7.65, (7.65 * 70) / this.#book.type.width(text, face, 7.65));
      const style = { face, size, align: 'right', isSlanted: units === undefined } as const;
      this.#element('TD', (cell) => this.#say(cell, text, FIGURES[i] ?? 0, this.#y, style), row);
    }
    this.#y += 5;
    page.artifact(() => page.rule(LEFT, this.#y, WIDTH, 0.5, 0.78));
  }

  #gaps(): void {
    const found = this.#parts.balances.filter(({ isSpam }) => !isSpam).flatMap(({ gaps }) => gaps);
    const [gap] = found;
    if (gap === undefined) return;
    const page = this.#page;
    const asset = this.#names.get(gap.asset);
    const more =
      found.length > 1
        ? ` ${found.length - 1} more ${found.length === 2 ? 'gap is' : 'gaps are'} among the lines.`
        : '';
    const title = `${this.#names.short(gap.asset)} is incomplete.`;
    const text = `${describeGap(gap, asset)} No balance is stated from there on.${more}`;
    const width = page.type.width(title, 'bold', 8.25);
    const style = { size: 8.25 } as const;
    const [first = ''] = this.#lines(text, WIDTH - 47 - width, style);
    const rest = this.#lines(text.slice(first.length).trim(), WIDTH - 44, style).slice(0, 5);
    const height = 14 + (rest.length + 1) * 12;
    page.artifact(() => {
      page.outline(LEFT, this.#y, WIDTH, height);
      const middle = this.#y + height / 2;
      for (const x of [12, 16]) page.fill(LEFT + x, middle - 9, 1.5, 18);
      page.path(
        [
          [LEFT + 20, middle - 4],
          [LEFT + 24, middle - 7],
        ],
        'S',
        0.8,
      );
      page.path(
        [
          [LEFT + 20, middle],
          [LEFT + 24, middle],
        ],
        'S',
        0.8,
      );
      page.path(
        [
          [LEFT + 20, middle + 4],
          [LEFT + 24, middle + 7],
        ],
        'S',
        0.8,
      );
    });
    this.#element('P', (element) => {
      this.#say(element, title, 35, this.#y + 15, { face: 'bold', size: 8.25 });
      this.#say(element, first, 35 + width + 3, this.#y + 15, { size: 8.25 });
      for (const [i, line] of rest.entries()) this.#say(element, line, 35, this.#y + 27 + i * 12, { size: 8.25 });
    });
    this.#y += height + 22;
  }

  #chart(): void {
    const { charts, head } = this.#parts;
    const chart = charts.find(({ points }) => points.length > 1);
    if (chart === undefined || this.#y > 560) return;
    const symbol = this.#names.short(chart.asset);
    const { tree } = this.#book;
    const clock = createZoneClock(head.request.zone);
    this.#heading(`${symbol} balance`, `${symbol}, after each step`);
    const asset = this.#names.get(chart.asset);
    const figure = { asset, symbol, points: chart.points, clock, from: head.from, to: head.to };
    drawChart({ page: this.#page, tree, section: this.#section }, figure, { x: LEFT, y: this.#y + 6, width: WIDTH });
    this.#y += 86;
  }

  #contents(contents: readonly ContentsRow[]): void {
    this.#heading('Contents');
    this.#y += 4;
    this.#element('TOC', (toc) => {
      for (const { title, page } of contents) {
        this.#y += 11.5;
        this.#element(
          'TOCI',
          (item) => {
            this.#say(item, title, 0, this.#y, { size: 7.65 });
            this.#say(item, String(page), WIDTH, this.#y, { size: 7.65, align: 'right' });
          },
          toc,
        );
        this.#y += 3.5;
        this.#page.artifact(() => this.#page.rule(LEFT, this.#y, WIDTH, 0.5, 0.78));
      }
    });
    this.#y += 20;
  }

  #limits(): void {
    const { limits } = this.#parts.head;
    const style = { face: 'serif', size: 8.6 } as const;
    const room = Math.max(1, Math.floor((736 - this.#y - 22) / 12));
    const lines = this.#lines(limits.join(' '), WIDTH, style).slice(0, room);
    if (limits.length > 0) {
      this.#heading('What this statement does not show');
      this.#y += 2;
      this.#element('P', (element) => {
        for (const line of lines) {
          this.#y += 12;
          this.#say(element, line, 0, this.#y, style);
        }
      });
      this.#y += 16;
    }
    this.#element('P', (element) => {
      let x = 0;
      const size = this.#second === undefined ? 7.65 : 6.8;
      const marks = [
        ['fact', 'Fact', 'read from the ledger'],
        ['inference', 'Inference', 'by a named rule'],
        ['claim', 'Claim', 'by a named source'],
      ] as const;
      for (const [kind, title, words] of marks) {
        const second = findSecond(title, this.#second);
        this.#page.mark(element, () => {
          drawMark(this.#page, kind, LEFT + x, this.#y);
          x += 9 + this.#page.text(title, LEFT + x + 9, this.#y, { face: 'bold', size });
          const text = second === undefined ? words : `${words} (${second})`;
          x += 3 + this.#page.text(text, LEFT + x + 3, this.#y, { size, gray: 0.13 }) + 18;
        });
      }
    });
  }
}
