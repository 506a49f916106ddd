import type { Book, Part } from './book.ts';
import { PAGE_HEIGHT, PAGE_WIDTH, type Page, type TextStyle } from './canvas.ts';
import type { Element } from './structure.ts';
import { findSecond, type SecondLanguage } from './words.ts';

/** Side margins of 15 mm, so that whole hashes fit. */
export const SIDE = 43.5;
export const SHEET_WIDTH = PAGE_WIDTH - 2 * SIDE;
/** Where a page begins below its head. */
export const TOP = 84;
/** Above the foot that each page has. */
export const BOTTOM = PAGE_HEIGHT - 92;

/** What each page of a part repeats at its top. */
export interface SheetHead {
  readonly title: string;
  readonly about: string;
  readonly right: string;
  readonly classification: string | undefined;
}

/** What wants to know of a page that ends and of the next one. */
export interface PageListener {
  /** Points that it needs at the end of each page. */
  readonly reserve: number;
  leave(): void;
  enter(): void;
}

/** A part of the book that is filled from top to bottom, page after page. */
export class Sheet {
  readonly book: Book;
  readonly part: Part;
  readonly section: Element;
  readonly second: SecondLanguage | undefined;
  readonly #head: SheetHead;
  #page: Page;
  listener: PageListener | undefined;
  y = TOP;

  /** `from`: the sheet whose last page it continues; that one is not finished then. */
  constructor(
    book: Book,
    part: Part,
    section: Element,
    head: SheetHead,
    second: SecondLanguage | undefined,
    from?: Sheet,
  ) {
    this.book = book;
    this.part = part;
    this.section = section;
    this.second = second;
    this.#head = head;
    this.#page = from?.page ?? book.openPage();
    if (from) this.y = from.y;
    else this.#drawHead();
  }

  get page(): Page {
    return this.#page;
  }

  #drawHead(): void {
    const { title, about, right, classification } = this.#head;
    const page = this.#page;
    page.artifact(() => {
      const width = page.text(title, SIDE, 59, { face: 'bold', size: 8 });
      let edge = SIDE + SHEET_WIDTH;
      if (classification !== undefined) {
        const wide = page.type.width(classification, 'bold', 8);
        page.outline(edge - wide - 9, 50.5, wide + 9, 12);
        page.text(classification, edge - 4.5, 59.4, { face: 'bold', size: 8, align: 'right' });
        edge -= wide + 20;
      }
      const wide = page.text(page.fit(right, 170, 'sans', 8), edge, 59, { size: 8, gray: 0.2, align: 'right' });
      const room = edge - wide - SIDE - width - 24;
      page.text(page.fit(about, room, 'sans', 8), SIDE + width + 8, 59, { size: 8, gray: 0.2 });
      page.rule(SIDE, 68, SHEET_WIDTH, 0.75);
    }, 'Header');
  }

  /** Turns the page unless so many points are left on this one. */
  need(points: number): void {
    if (this.y + points <= BOTTOM - (this.listener?.reserve ?? 0)) return;
    this.listener?.leave();
    this.book.closePage(this.part, this.#page);
    this.#page = this.book.openPage();
    this.y = TOP;
    this.#drawHead();
    this.listener?.enter();
  }

  /** A text of one element at a place. */
  put(element: Element, text: string, x: number, y: number, style?: TextStyle): void {
    this.#page.mark(element, () => this.#page.text(text, x, y, style));
  }

  /** A heading with the words of the second language below it. */
  heading(title: string, about = '', size = 15): void {
    this.need(70);
    const type = this.book.tree;
    const element = type.open(size > 12 ? 'H1' : 'H2', this.section);
    this.y += size;
    let width = 0;
    this.#page.mark(element, () => {
      width = this.#page.text(title, SIDE, this.y, { face: 'title', size });
    });
    const second = findSecond(title, this.second);
    if (second !== undefined) {
      const span = type.open('Span', element, { language: this.second ?? 'en' });
      this.put(span, second, SIDE + width + 8, this.y, { face: 'serif', size: size * 0.7, gray: 0.33 });
      width += 8 + this.#page.type.width(second, 'serif', size * 0.7);
      type.close(span);
    }
    type.close(element);
    if (about !== '') {
      const paragraph = type.open('P', this.section);
      const room = SHEET_WIDTH - width - 12;
      this.put(paragraph, this.#page.fit(about, room, 'sans', 7.65), SIDE + width + 12, this.y, {
        size: 7.65,
        gray: 0.2,
      });
      type.close(paragraph);
    }
    this.y += 9;
  }

  /** Lines of running text in one element. */
  paragraph(lines: readonly string[], style: TextStyle = {}, leading = 12): void {
    const element = this.book.tree.open('P', this.section);
    for (const line of lines) {
      this.need(leading);
      this.y += leading;
      this.put(element, line, SIDE, this.y - leading * 0.25, style);
    }
    this.book.tree.close(element);
    this.y += 4;
  }

  /** The section ends here, and another continues the page. */
  endSection(): void {
    this.listener?.leave();
    this.listener = undefined;
    this.book.tree.close(this.section);
  }

  finish(): void {
    this.listener?.leave();
    this.listener = undefined;
    this.book.closePage(this.part, this.#page);
    this.book.tree.close(this.section);
  }
}
