import { nameOf, type PdfDict, type PdfReader, PdfRef, type PdfValue, type Report, textOf } from './pdf-objects.ts';

/** Standard structure types of ISO 32000-1, 14.8.4, below which elements may be. */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  Document: [''],
  Sect: ['Document', 'Sect'],
  H1: ['Sect'],
  H2: ['Sect'],
  P: ['Sect'],
  Span: ['H1', 'H2', 'P', 'TH', 'TD', 'TOCI'],
  Figure: ['Sect'],
  TOC: ['Sect'],
  TOCI: ['TOC'],
  Link: ['TOCI'],
  Table: ['Sect'],
  THead: ['Table'],
  TBody: ['Table'],
  TFoot: ['Table'],
  TR: ['THead', 'TBody', 'TFoot'],
  TH: ['TR'],
  TD: ['TR'],
};

interface Walk {
  readonly pdf: PdfReader;
  readonly report: Report;
  /** Element of each marked content that an element names, by page and number. */
  readonly owners: Map<string, number>;
  readonly heads: number[];
  /** Element of each annotation that an element names. */
  readonly links: Map<number, number>;
}

/** One kid may be named without a list. */
function kidsOf(pdf: PdfReader, element: PdfDict): readonly PdfValue[] {
  const kids = element.get('K');
  return kids instanceof PdfRef && !Array.isArray(pdf.follow(kids)) ? [kids] : pdf.list(kids);
}

function attributesOf({ pdf }: Walk, element: PdfDict): PdfDict {
  return pdf.dict(element.get('A'));
}

function checkElement(walk: Walk, id: number, parent: { readonly id: number; readonly type: string }): void {
  const { pdf, report } = walk;
  const element = pdf.dict(new PdfRef(id));
  const type = nameOf(element.get('S'));
  const place = `${type} ${id}`;
  const allowed = PARENTS[type];
  if (allowed === undefined) report('PDF/A 6.7.3.4', `${place} is no standard type`);
  else if (!allowed.includes(parent.type)) report('PDF/UA 7.1', `${place} is below ${parent.type || 'the root'}`);
  const up = element.get('P');
  if (!(up instanceof PdfRef) || up.id !== parent.id) report('PDF/A 6.7.3.1', `${place} does not name its parent`);
  checkKind(walk, element, type, place);
  const page = element.get('Pg');
  for (const kid of kidsOf(pdf, element)) checkKid(walk, kid, page, { id, type });
}

function checkKid(
  walk: Walk,
  kid: PdfValue,
  page: PdfValue | undefined,
  parent: { readonly id: number; readonly type: string },
): void {
  if (kid instanceof PdfRef) {
    checkElement(walk, kid.id, parent);
    return;
  }
  const isReference = kid instanceof Map;
  if (isReference && nameOf(kid.get('Type')) === 'OBJR') {
    checkLink(walk, kid, parent);
    return;
  }
  const place = isReference ? kid.get('Pg') : page;
  const mcid = isReference ? kid.get('MCID') : kid;
  if (!(place instanceof PdfRef) || typeof mcid !== 'number') {
    walk.report('PDF/A 6.7.3.1', `${parent.type} ${parent.id} has content of no page`);
    return;
  }
  const key = `${place.id} ${mcid}`;
  if (walk.owners.has(key)) walk.report('PDF/UA 7.1', `content ${key} has two elements`);
  walk.owners.set(key, parent.id);
}

function checkLink(
  { pdf, report, links }: Walk,
  kid: PdfDict,
  parent: { readonly id: number; readonly type: string },
): void {
  const object = kid.get('Obj');
  const isLink = parent.type === 'Link' && object instanceof PdfRef && kid.get('Pg') instanceof PdfRef;
  if (!isLink) {
    report('PDF/UA 7.18.5', `${parent.type} ${parent.id} names an object and is no link`);
    return;
  }
  if (links.has(object.id)) report('PDF/UA 7.18.1', `annotation ${object.id} has two elements`);
  const [target] = pdf.list(pdf.dict(object).get('Dest'));
  if (!(target instanceof PdfRef) || !pdf.pages().some(({ id }) => id === target.id))
    report('PDF/UA 7.18.5', `annotation ${object.id} leads to no page`);
  links.set(object.id, parent.id);
}

function checkKind(walk: Walk, element: PdfDict, type: string, place: string): void {
  const { pdf, report, heads } = walk;
  if (/^H\d$/.test(type)) heads.push(Number(type.slice(1)));
  if (type === 'Figure') {
    if (textOf(element.get('Alt')).length < 10) report('PDF/UA 7.3', `${place} has no alternative text`);
    if (pdf.list(attributesOf(walk, element).get('BBox')).length !== 4) report('PDF/UA 7.3', `${place} has no box`);
  }
  if (type === 'TH' && nameOf(attributesOf(walk, element).get('Scope')) === '')
    report('PDF/UA 7.5', `${place} has no scope`);
  if (type === 'Table') checkTable(walk, element, place);
}

function checkTable(walk: Walk, table: PdfDict, place: string): void {
  const { pdf, report } = walk;
  const kids = (element: PdfDict) =>
    kidsOf(pdf, element).flatMap((kid) => (kid instanceof PdfRef ? [pdf.dict(kid)] : []));
  const rows = kids(table).flatMap(kids);
  const widths = rows.map((row) =>
    kids(row).reduce((sum, cell) => sum + Number(attributesOf(walk, cell).get('ColSpan') ?? 1), 0),
  );
  if (new Set(widths).size !== 1)
    report('PDF/UA 7.5', `${place} has rows of ${[...new Set(widths)].join(' and ')} cells`);
  const hasHead = rows[0] !== undefined && kids(rows[0]).every((cell) => nameOf(cell.get('S')) === 'TH');
  if (!hasHead) report('PDF/UA 7.5', `${place} has no head cells`);
}

function readNumberTree(pdf: PdfReader, node: PdfDict): [number, PdfValue][] {
  const pairs = pdf.list(node.get('Nums'));
  const own = Array.from({ length: pairs.length / 2 }, (_, i): [number, PdfValue] => [
    Number(pairs[i * 2]),
    pairs[i * 2 + 1] ?? null,
  ]);
  return [...own, ...pdf.list(node.get('Kids')).flatMap((kid) => readNumberTree(pdf, pdf.dict(kid)))];
}

/** Content of pages and elements must name each other, one to one. */
function checkParents(
  { pdf, report, owners, links }: Walk,
  tree: PdfDict,
  marked: ReadonlyMap<number, ReadonlySet<number>>,
): void {
  const arrays = new Map(readNumberTree(pdf, pdf.dict(tree.get('ParentTree'))));
  let count = 0;
  for (const [page, mcids] of marked) {
    const key = pdf.dict(new PdfRef(page)).get('StructParents');
    const list = pdf.list(arrays.get(Number(key)));
    if (list.length !== mcids.size)
      report('PDF/UA 7.1', `page object ${page}: ${list.length} parents of ${mcids.size} contents`);
    for (const mcid of mcids) {
      count++;
      const parent = list[mcid];
      const owner = owners.get(`${page} ${mcid}`);
      if (!(parent instanceof PdfRef) || parent.id !== owner)
        report('PDF/UA 7.1', `content ${mcid} of page object ${page} has no element`);
    }
  }
  checkAnnotations({ pdf, report, links }, arrays, [...marked.keys()]);
  if (count !== owners.size) report('PDF/UA 7.1', `${owners.size} contents are named and ${count} are there`);
}

/** Annotations of pages and elements must name each other, one to one. */
function checkAnnotations(
  { pdf, report, links }: Pick<Walk, 'pdf' | 'report' | 'links'>,
  parents: ReadonlyMap<number, PdfValue>,
  pages: readonly number[],
): void {
  const shown = pages.flatMap((page) => pdf.list(pdf.dict(new PdfRef(page)).get('Annots')));
  for (const annotation of shown) {
    const id = annotation instanceof PdfRef ? annotation.id : 0;
    const parent = parents.get(Number(pdf.dict(annotation).get('StructParent')));
    if (!(parent instanceof PdfRef) || parent.id !== links.get(id))
      report('PDF/UA 7.18.1', `annotation ${id} has no element`);
  }
  if (shown.length !== links.size)
    report('PDF/UA 7.18.1', `${links.size} annotations are named and ${shown.length} are there`);
}

/** Checks the tree of elements against the pages: types, order of heads, tables, figures, and that nothing is left out. */
export function checkStructure(
  pdf: PdfReader,
  root: PdfDict,
  marked: ReadonlyMap<number, ReadonlySet<number>>,
  report: Report,
): void {
  const treeRef = root.get('StructTreeRoot');
  const tree = pdf.dict(treeRef);
  const walk: Walk = { pdf, report, owners: new Map(), heads: [], links: new Map() };
  for (const kid of kidsOf(pdf, tree))
    if (kid instanceof PdfRef) checkElement(walk, kid.id, { id: treeRef instanceof PdfRef ? treeRef.id : 0, type: '' });
  checkParents(walk, tree, marked);
  for (const [i, level] of walk.heads.entries()) {
    if (level > (walk.heads[i - 1] ?? 0) + 1)
      report('PDF/UA 7.4.2', `a heading of level ${level} follows ${walk.heads[i - 1] ?? 0}`);
  }
}
