import { Canvas, PAGE_HEIGHT, PAGE_WIDTH, Page } from './canvas.ts';
import { embedFace } from './embed-faces.ts';
import { createGrayProfile } from './gray-profile.ts';
import { num, type ObjectId, PdfFile, pdfString, ref } from './pdf-file.ts';
import { type Element, StructureTree } from './structure.ts';
import { Typesetter } from './typesetter.ts';
import { type BookInfo, pdfDate, writeXmp } from './xmp.ts';

/** Pages below one node of the page tree. */
const BRANCH = 100;

/** The cover has wider margins than the sheets that follow. */
export type PageKind = 'cover' | 'sheet';

interface Leaf {
  readonly id: ObjectId;
  readonly number: ObjectId;
  readonly kind: PageKind;
  readonly body: string;
}

/** A file inside the book (ISO 19005-3): what the document was made from. */
export interface Attachment {
  /** ASCII letters, digits, dots and hyphens. */
  readonly name: string;
  readonly mediaType: string;
  readonly description: string;
  readonly bytes: Uint8Array;
}

/** A part of a book in the order it is read; its pages may be written in any order. */
export class Part {
  readonly title: string;
  readonly leaves: Leaf[] = [];
  /** The page it begins on, where that is one that another part ends on. */
  start: ObjectId | undefined;
  /** Heads within it, each with the page it is on: what a reader jumps to. */
  readonly heads: { readonly title: string; readonly page: ObjectId }[] = [];

  constructor(title: string) {
    this.title = title;
  }
}

interface LinkPlace {
  /** Left, bottom, right, top in points. */
  readonly box: readonly number[];
  /** The page it leads to. */
  readonly target: ObjectId;
  readonly words: string;
}

interface OutlineItem {
  /** Of it and its neighbours. */
  readonly ids: readonly ObjectId[];
  readonly i: number;
  readonly title: string;
  readonly page: ObjectId;
  readonly parent: ObjectId;
  readonly below: string;
}

/** A tagged archival file in parts. What is on each page (foot and number) is written last, when it is known. */
export class Book {
  readonly file = new PdfFile();
  readonly type = new Typesetter();
  readonly tree = new StructureTree(this.file);
  readonly #info: BookInfo;
  readonly #fonts = this.file.reserve();
  readonly #attached: { readonly name: string; readonly id: ObjectId }[] = [];
  readonly #feet = { cover: this.file.reserve(), sheet: this.file.reserve() };

  constructor(info: BookInfo) {
    this.#info = info;
  }

  openPage(): Page {
    return new Page({ id: this.file.reserve(), number: this.file.reserve() }, this.tree, this.type);
  }

  closePage(part: Part, page: Page, kind: PageKind = 'sheet'): void {
    page.artifact(() => page.add('/Foot Do /Number Do'), 'Footer');
    const content = this.file.reserve();
    this.file.stream(content, '', page.content);
    this.tree.closePage(page.key, page.owners);
    const forms = `/XObject<</Foot ${ref(this.#feet[kind])}/Number ${ref(page.number)}>>`;
    const links = page.annotations.length === 0 ? '' : `/Annots[${page.annotations.map(ref).join(' ')}]`;
    const body = `/Contents ${ref(content)}/Resources<</Font ${ref(this.#fonts)}${forms}>>/StructParents ${page.key}${links}`;
    part.leaves.push({ id: page.id, number: page.number, kind, body });
  }

  /** A place of a page that leads to another one (ISO 14289-1, 7.18.5): its element is a link, and its words are what is read aloud. */
  link(page: Page, element: Element, { box, target, words }: LinkPlace): void {
    const id = this.file.reserve();
    const key = this.tree.addAnnotation(element, page.id, id);
    const rect = `/Rect[${box.map(num).join(' ')}]/Border[0 0 0]/F 4/P ${ref(page.id)}`;
    const place = `/Dest[${ref(target)}/Fit]/Contents${pdfString(words)}/StructParent ${key}`;
    this.file.pack(id, `<</Type/Annot/Subtype/Link${rect}${place}>>`);
    page.annotations.push(id);
  }

  /** Puts a file into the book, which then is PDF/A-3. */
  attach({ name, mediaType, description, bytes }: Attachment): void {
    const [stream, id] = [this.file.reserve(), this.file.reserve()];
    const date = `(${pdfDate(this.#info.date)})`;
    const params = `/Params<</Size ${bytes.length}/CreationDate${date}/ModDate${date}>>`;
    this.file.stream(stream, `/Type/EmbeddedFile/Subtype/${mediaType.replace('/', '#2F')}${params}`, bytes);
    const files = `/EF<</F ${ref(stream)}/UF ${ref(stream)}>>`;
    const names = `/F(${name})/UF${pdfString(name)}/Desc${pdfString(description)}`;
    this.file.pack(id, `<</Type/Filespec${names}/AFRelationship/Source${files}>>`);
    this.#attached.push({ name, id });
  }

  #attachments(): string {
    if (this.#attached.length === 0) return '';
    const names = this.#attached.map(({ name, id }) => `(${name})${ref(id)}`).join('');
    const files = this.#attached.map(({ id }) => ref(id)).join(' ');
    return `/Names<</EmbeddedFiles<</Names[${names}]>>>>/AF[${files}]`;
  }

  #form(id: ObjectId, canvas: Canvas): void {
    const box = `/BBox[0 0 ${num(PAGE_WIDTH)} ${num(PAGE_HEIGHT)}]/Resources<</Font ${ref(this.#fonts)}>>`;
    // A form starts with the colour that the page used last.
    this.file.stream(id, `/Type/XObject/Subtype/Form${box}`, Buffer.concat([Buffer.from('0 g 0 G\n'), canvas.content]));
  }

  #pages(parts: readonly Part[]): ObjectId {
    const leaves = parts.flatMap((part) => part.leaves);
    const root = this.file.reserve();
    const branches: string[] = [];
    for (let at = 0; at < leaves.length; at += BRANCH) {
      const branch = this.file.reserve();
      const below = leaves.slice(at, at + BRANCH);
      for (const { id, body } of below) this.file.pack(id, `<</Type/Page/Parent ${ref(branch)}/Tabs/S${body}>>`);
      const kids = below.map(({ id }) => ref(id)).join(' ');
      this.file.pack(branch, `<</Type/Pages/Parent ${ref(root)}/Kids[${kids}]/Count ${below.length}>>`);
      branches.push(ref(branch));
    }
    const box = `/MediaBox[0 0 ${num(PAGE_WIDTH)} ${num(PAGE_HEIGHT)}]`;
    this.file.pack(root, `<</Type/Pages/Kids[${branches.join(' ')}]/Count ${leaves.length}${box}>>`);
    return root;
  }

  #outline(parts: readonly Part[]): ObjectId {
    const root = this.file.reserve();
    const ids = parts.map(() => this.file.reserve());
    for (const [i, { title, leaves, start, heads }] of parts.entries()) {
      const page = start ?? leaves[0]?.id ?? 0;
      this.#outlineItem({ ids, i, title, page, parent: root, below: this.#outlineHeads(ids[i] ?? 0, heads) });
    }
    const [first = 0] = ids;
    this.file.pack(root, `<</Type/Outlines/First ${ref(first)}/Last ${ref(ids.at(-1) ?? first)}/Count ${ids.length}>>`);
    return root;
  }

  /** Heads of a part, closed until a reader opens them. */
  #outlineHeads(parent: ObjectId, heads: Part['heads']): string {
    const ids = heads.map(() => this.file.reserve());
    for (const [i, { title, page }] of heads.entries()) this.#outlineItem({ ids, i, title, page, parent, below: '' });
    const [first] = ids;
    return first === undefined ? '' : `/First ${ref(first)}/Last ${ref(ids.at(-1) ?? first)}/Count -${ids.length}`;
  }

  #outlineItem({ ids, i, title, page, parent, below }: OutlineItem): void {
    const before = ids[i - 1] === undefined ? '' : `/Prev ${ref(ids[i - 1] ?? 0)}`;
    const after = ids[i + 1] === undefined ? '' : `/Next ${ref(ids[i + 1] ?? 0)}`;
    const place = `/Parent ${ref(parent)}${before}${after}/Dest[${ref(page)}/Fit]`;
    this.file.pack(ids[i] ?? 0, `<</Title${pdfString(title)}${place}${below}>>`);
  }

  #fontTable(): void {
    const used = this.type.faces.filter(({ isUsed }) => isUsed);
    const entries = used.map((face, i) => {
      const id = this.file.reserve();
      embedFace(this.file, face, id, i);
      return `/${face.key} ${ref(id)}`;
    });
    this.file.pack(this.#fonts, `<<${entries.join('')}>>`);
  }

  #catalogue(pages: ObjectId, outline: ObjectId): ObjectId {
    const [root, xmp, profile] = [this.file.reserve(), this.file.reserve(), this.file.reserve()];
    this.file.stream(xmp, '/Type/Metadata/Subtype/XML', writeXmp(this.#info, this.#attached.length > 0 ? 3 : 2), true);
    this.file.stream(profile, '/N 1', createGrayProfile());
    const intent = `<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(Gray gamma 2.2)/Info(Gray gamma 2.2)/DestOutputProfile ${ref(profile)}>>`;
    this.file.pack(
      root,
      `<</Type/Catalog/Pages ${ref(pages)}/Outlines ${ref(outline)}/Metadata ${ref(xmp)}/StructTreeRoot ${ref(this.tree.root)}/MarkInfo<</Marked true>>/Lang(${this.#info.language})/ViewerPreferences<</DisplayDocTitle true>>/OutputIntents[${intent}]${this.#attachments()}>>`,
    );
    return root;
  }

  #infoObject(): ObjectId {
    const { title, author, subject, software, date } = this.#info;
    const id = this.file.reserve();
    const stamp = `(${pdfDate(date)})`;
    this.file.pack(
      id,
      `<</Title${pdfString(title)}/Author${pdfString(author)}/Subject${pdfString(subject)}/Creator${pdfString(software)}/Producer${pdfString(software)}/CreationDate${stamp}/ModDate${stamp}>>`,
    );
    return id;
  }

  /** Writes what belongs to each page and the end of the file. `fileId` are 32 hexadecimal digits. */
  finish(
    parts: readonly Part[],
    draw: {
      readonly foot: (canvas: Canvas, kind: PageKind) => void;
      readonly number: (canvas: Canvas, kind: PageKind, page: number, pages: number) => void;
    },
    fileId: string,
  ): void {
    for (const kind of ['cover', 'sheet'] as const) {
      const foot = new Canvas(this.type);
      draw.foot(foot, kind);
      this.#form(this.#feet[kind], foot);
    }
    const leaves = parts.flatMap((part) => part.leaves);
    for (const [i, { number, kind }] of leaves.entries()) {
      const canvas = new Canvas(this.type);
      draw.number(canvas, kind, i + 1, leaves.length);
      this.#form(number, canvas);
    }
    const pages = this.#pages(parts);
    const outline = this.#outline(parts);
    this.tree.finish();
    this.#fontTable();
    this.file.finish(this.#catalogue(pages, outline), this.#infoObject(), fileId);
  }
}
