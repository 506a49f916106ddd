import { type ObjectId, type PdfFile, pdfString, ref } from './pdf-file.ts';

/** Standard structure types of ISO 32000-1, 14.8.4, that statements use. */
export type ElementType =
  | 'Document'
  | 'Sect'
  | 'H1'
  | 'H2'
  | 'P'
  | 'Span'
  | 'Figure'
  | 'TOC'
  | 'TOCI'
  | 'Link'
  | 'Table'
  | 'THead'
  | 'TBody'
  | 'TFoot'
  | 'TR'
  | 'TH'
  | 'TD';

export interface ElementOptions {
  /** What a picture shows, for those who do not see it. */
  readonly alt?: string;
  /** BCP 47, where it differs from the document's. */
  readonly language?: string;
  readonly columns?: number;
  /** Left, bottom, right, top of a figure in points. */
  readonly box?: readonly number[];
}

/** One element of the structure of a document. */
export interface Element {
  readonly id: ObjectId;
  readonly type: ElementType;
  readonly parent: ObjectId;
  readonly entries: string;
  readonly kids: string[];
  page: ObjectId | undefined;
}

/** Keys of the parent tree in one of its leaves. */
const LEAF = 256;

function attributes(type: ElementType, { columns, box }: ElementOptions): string {
  const span = columns === undefined ? '' : `/ColSpan ${columns}`;
  if (type === 'TH') return `/A<</O/Table/Scope/Column${span}>>`;
  if (box) return `/A<</O/Layout/Placement/Block/BBox[${box.map((value) => value.toFixed(2)).join(' ')}]>>`;
  return span === '' ? '' : `/A<</O/Table${span}>>`;
}

/** The structure tree of a tagged file (ISO 32000-1, 14.7), written as its elements are closed. */
export class StructureTree {
  readonly #file: PdfFile;
  readonly root: ObjectId;
  readonly document: Element;
  /** For each page, by its key, the array of the elements that its marked contents belong to. */
  readonly #parents: ObjectId[] = [];

  constructor(file: PdfFile) {
    this.#file = file;
    this.root = file.reserve();
    this.document = this.#create('Document', this.root, {});
  }

  #create(type: ElementType, parent: ObjectId, options: ElementOptions): Element {
    const alt = options.alt === undefined ? '' : `/Alt${pdfString(options.alt)}`;
    const language = options.language === undefined ? '' : `/Lang(${options.language.replace(/[^A-Za-z0-9-]/g, '')})`;
    const entries = alt + language + attributes(type, options);
    return { id: this.#file.reserve(), type, parent, entries, kids: [], page: undefined };
  }

  /** An element below another. `isLoose`: its place among the parent's kids is given later, by `adopt`. */
  open(type: ElementType, parent: Element, options: ElementOptions = {}, isLoose = false): Element {
    const element = this.#create(type, parent.id, options);
    if (!isLoose) parent.kids.push(ref(element.id));
    return element;
  }

  adopt(parent: Element, element: Element): void {
    parent.kids.push(ref(element.id));
  }

  /** A marked content of a page belongs to the element. */
  addContent(element: Element, page: ObjectId, mcid: number): void {
    element.page ??= page;
    element.kids.push(element.page === page ? String(mcid) : `<</Type/MCR/Pg ${ref(page)}/MCID ${mcid}>>`);
  }

  /** An annotation of a page belongs to the element; gives the annotation's key in the parent tree. */
  addAnnotation(element: Element, page: ObjectId, annotation: ObjectId): number {
    element.kids.push(`<</Type/OBJR/Pg ${ref(page)}/Obj ${ref(annotation)}>>`);
    return this.#parents.push(element.id) - 1;
  }

  close({ id, type, parent, entries, kids, page }: Element): void {
    const place = page === undefined ? '' : `/Pg ${ref(page)}`;
    const list = kids.length === 1 ? ` ${kids[0]}` : `[${kids.join(' ')}]`;
    const content = kids.length === 0 ? '' : `/K${kids.length === 1 && kids[0]?.startsWith('<') ? list.trim() : list}`;
    this.#file.pack(id, `<</S/${type}/P ${ref(parent)}${place}${entries}${content}>>`);
  }

  /** The key of a page in the parent tree. */
  addPage(): number {
    return this.#parents.push(0) - 1;
  }

  /** The elements of a page, by the number of their marked content. */
  closePage(key: number, owners: readonly ObjectId[]): void {
    const id = this.#file.reserve();
    this.#parents[key] = id;
    this.#file.pack(id, `[${owners.map(ref).join(' ')}]`);
  }

  finish(): void {
    this.close(this.document);
    const leaves: string[] = [];
    for (let at = 0; at < this.#parents.length; at += LEAF) {
      const part = this.#parents.slice(at, at + LEAF);
      const leaf = this.#file.reserve();
      leaves.push(ref(leaf));
      const numbers = part.map((id, i) => `${at + i} ${ref(id)}`).join(' ');
      this.#file.pack(leaf, `<</Limits[${at} ${at + part.length - 1}]/Nums[${numbers}]>>`);
    }
    const tree = this.#file.reserve();
    this.#file.pack(tree, `<</Kids[${leaves.join(' ')}]>>`);
    const next = this.#parents.length;
    this.#file.pack(
      this.root,
      `<</Type/StructTreeRoot/K[${ref(this.document.id)}]/ParentTree ${ref(tree)}/ParentTreeNextKey ${next}>>`,
    );
  }
}
