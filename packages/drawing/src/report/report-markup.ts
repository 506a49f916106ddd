import type { KnowledgeMark } from '@trailmark/core/case';
import type {
  ReportBlock,
  ReportDocument,
  ReportFigure,
  ReportRun,
  ReportSection,
  ReportSignature,
  ReportText,
  ReportTimeline,
} from '@trailmark/core/report/report-document';
import { layoutFigure } from './figure-layout.ts';
import { legendOf } from './figure-legend.ts';
import { NODE_RADIUS } from './figure-words.ts';
import { findSecondHead } from './second-heads.ts';
import { layoutTimeline } from './timeline-layout.ts';

/** An element of a page as data: a server writes it as text, a screen makes elements of it. Texts are texts and never markup. */
export interface Markup {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (Markup | string)[];
}

type Child = Markup | string | undefined;

export function h(tag: string, attributes: Readonly<Record<string, string>>, ...children: readonly Child[]): Markup {
  return { tag, attributes, children: children.filter((child): child is Markup | string => child !== undefined) };
}

const WORDS: Readonly<Record<KnowledgeMark, string>> = { fact: 'Fact', inference: 'Inference', claim: 'Claim' };

function toRun(run: ReportRun): Child {
  if (typeof run === 'string') return run;
  if ('code' in run) return h('code', {}, run.code);
  if (run.text === run.claim) return h('a', { href: `#claim-${run.claim}` }, run.claim);
  return h(
    'span',
    { class: 'claimed' },
    run.text,
    ' ',
    h('a', { class: 'claim-id', href: `#claim-${run.claim}` }, run.claim),
  );
}

const toRuns = (text: ReportText): readonly Child[] => text.map(toRun);
/** In tables the claims have a column of their own. */
const toPlainRuns = (text: ReportText): readonly Child[] =>
  text.map((run) => (typeof run === 'object' && 'claim' in run ? run.text : toRun(run)));

function mark(kind: KnowledgeMark | null): Child {
  return kind === null ? undefined : h('i', { class: `mark mark-${kind}`, role: 'img', 'aria-label': WORDS[kind] });
}

function toTable(
  { caption, columns, rows }: Extract<ReportBlock, { readonly kind: 'table' }>,
  isClaims: boolean,
): Markup {
  const head = columns.map(({ title, align, width }) =>
    h('th', { scope: 'col', class: align, 'data-width': String(width) }, title),
  );
  const body = rows.map(({ mark: kind, cells, isSum }) => {
    const id = isClaims ? cells[0]?.find((run) => typeof run === 'string') : undefined;
    const anchor: Readonly<Record<string, string>> = typeof id === 'string' ? { id: `claim-${id}` } : {};
    return h(
      'tr',
      { ...anchor, ...(isSum ? { class: 'sum' } : {}) },
      ...cells.map((cell, i) =>
        h('td', { class: columns[i]?.align ?? 'left' }, i === 0 ? mark(kind) : undefined, ...toPlainRuns(cell)),
      ),
    );
  });
  return h(
    'div',
    { class: 'table', tabindex: '0', role: 'region', 'aria-label': caption || 'Table' },
    h('table', {}, h('caption', {}, caption), h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...body)),
  );
}

/** The figure as vectors: SVG elements in black and grey, with its legend. */
export function figureMarkup(figure: ReportFigure): Markup {
  const { width, height, heads, nodes, edges } = layoutFigure(figure, 640);
  const text = (x: number, y: number, anchor: string, words: string, kind = ''): Markup =>
    h('text', { x: x.toFixed(1), y: y.toFixed(1), 'text-anchor': anchor, class: kind }, words);
  const lines = edges.map(({ points, width: thick, isInference }) => {
    const d = points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
    return h('path', {
      d,
      fill: 'none',
      stroke: '#9a9fa6',
      'stroke-width': thick.toFixed(2),
      ...(isInference ? {} : { 'stroke-dasharray': '4 3' }),
    });
  });
  const labels = edges.map(({ labelX, labelY, amount }) => text(labelX, labelY, 'middle', amount, 'amount'));
  const places = nodes.flatMap(({ x, y, kind, label, lines: about, exhibit, labelY, aboutY, exhibitY }) => [
    h('circle', {
      cx: x.toFixed(1),
      cy: y.toFixed(1),
      r: String(NODE_RADIUS),
      fill: kind === 'seed' ? '#111418' : '#ffffff',
      stroke: '#111418',
      'stroke-width': kind === 'end' ? '2.4' : '1.2',
    }),
    text(x, labelY, 'middle', label, 'mono'),
    ...about.map((line, i) => text(x, aboutY[i] ?? 0, 'middle', line, 'about')),
    ...(exhibit === null ? [] : [text(x, exhibitY, 'middle', exhibit, 'exhibit')]),
  ]);
  const picture = h(
    'svg',
    { viewBox: `0 0 ${width} ${height + 16}`, role: 'img', 'aria-label': figure.alt, class: 'flow' },
    ...heads.map(({ text: words, x }) => text(x, 12, 'middle', words, 'head')),
    ...lines,
    ...labels,
    ...places,
  );
  return h(
    'figure',
    {},
    h('div', { class: 'picture', tabindex: '0', role: 'region', 'aria-label': 'Figure' }, picture),
    h('p', { class: 'legend' }, legendOf(figure)),
    h('figcaption', {}, figure.caption),
  );
}

/** The timeline as vectors: a lane a kind of event, a circle with its number a period. */
function timelineMarkup(timeline: ReportTimeline): Markup {
  const width = 640;
  const { height, axis, left, heads, segments, lanes, dots } = layoutTimeline(timeline, width);
  const line = (x1: number, x2: number, y: number, more: Readonly<Record<string, string>>): Markup =>
    h('path', { d: `M${x1.toFixed(1)} ${y.toFixed(1)}H${x2.toFixed(1)}`, fill: 'none', ...more });
  const text = (x: number, y: number, anchor: string, words: string, kind: string): Markup =>
    h('text', { x: x.toFixed(1), y: y.toFixed(1), 'text-anchor': anchor, class: kind }, words);
  const picture = h(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': timeline.alt, class: 'flow' },
    ...heads.flatMap(({ x, lines }) =>
      lines.map((words, i) => text(x, 8 + (2 - lines.length + i) * 9, 'middle', words, i === 0 ? 'head' : '')),
    ),
    ...lanes.flatMap(({ name, y }) => [
      text(0, y + 3, 'start', name, 'head'),
      line(left, width, y, { stroke: '#c3c8ce', 'stroke-width': '.6' }),
    ]),
    ...segments.map(({ from, to, isGap }) =>
      line(from, to, axis, { stroke: '#111418', 'stroke-width': '1', ...(isGap ? { 'stroke-dasharray': '3 3' } : {}) }),
    ),
    ...dots.flatMap(({ x, y, radius, count }) => [
      h('circle', {
        ...{ cx: x.toFixed(1), cy: y.toFixed(1), r: radius.toFixed(1) },
        ...{ fill: '#ffffff', stroke: '#111418', 'stroke-width': '1.2' },
      }),
      text(x, y + 3, 'middle', count, 'head'),
    ]),
  );
  return h(
    'figure',
    {},
    h('div', { class: 'picture', tabindex: '0', role: 'region', 'aria-label': 'Timeline' }, picture),
    h('figcaption', {}, timeline.caption),
  );
}

/** Who signs, and lines to write on by hand once the page is printed. */
function signatureMarkup({ role, name, lines }: ReportSignature): Markup {
  return h(
    'div',
    { class: 'signature' },
    h('p', {}, h('b', {}, `${name}. ${role}.`)),
    ...lines.map((line) => h('p', { class: 'line' }, line)),
  );
}

function toBlock(block: ReportBlock, section: ReportSection): Markup {
  switch (block.kind) {
    case 'answer':
      return h('h2', { class: 'answer' }, ...toRuns(block.text));
    case 'heading':
      return h('h3', {}, block.title);
    case 'text':
      return h('p', block.isFixed ? { class: 'fixed' } : { class: 'finding' }, ...toRuns(block.text));
    case 'marked':
    case 'legend':
      return h(
        'div',
        { class: 'marked' },
        h('span', { class: 'marked-kind' }, mark(block.mark), WORDS[block.mark]),
        h('span', { class: 'ids' }, block.ids),
        h('p', {}, ...toPlainRuns(block.text)),
      );
    case 'list':
      return h('ol', {}, ...block.items.map((item) => h('li', {}, ...toRuns(item))));
    case 'pairs': {
      const rows = block.rows.map(({ name, text, ids }) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, name),
          h('td', {}, ...toPlainRuns(text), ids === '' ? undefined : h('span', { class: 'ids' }, ` ${ids}`)),
        ),
      );
      return h('table', { class: 'pairs' }, h('caption', {}, block.caption), h('tbody', {}, ...rows));
    }
    case 'table':
      return toTable(block, section.id === 'appendices' && block.caption === 'Every claim of this report.');
    case 'figure':
      return figureMarkup(block.figure);
    case 'timeline':
      return timelineMarkup(block.timeline);
    case 'signature':
      return signatureMarkup(block.signature);
  }
}

/** One section of a report as elements. */
export function sectionMarkup(section: ReportSection, second: ReportDocument['second']): Markup {
  const other = findSecondHead(section.title, second);
  const title = h(
    'p',
    { class: 'section' },
    `${section.number} ${section.title}`,
    other === undefined ? undefined : h('span', { lang: second ?? 'en' }, ` ${other}`),
  );
  const hasAnswer = section.blocks[0]?.kind === 'answer';
  const head = hasAnswer
    ? title
    : h(
        'h2',
        {},
        `${section.number} ${section.title}`,
        other === undefined ? undefined : h('span', { lang: second ?? 'en', class: 'second' }, ` ${other}`),
      );
  return h(
    'section',
    { id: `section-${section.id}`, 'aria-label': section.title },
    head,
    ...section.blocks.map((block) => toBlock(block, section)),
  );
}

/** What is above the sections: of which case, which version, for whom, and as of when. */
export function coverMarkup(report: ReportDocument): Markup {
  const { title, caseNumber, caseTitle, version, classification, agency, asOf, software } = report;
  const made = new Date(report.madeAt * 1000).toISOString().slice(0, 10);
  return h(
    'header',
    { class: 'cover' },
    h('p', { class: 'kind' }, h('b', {}, 'Enhanced tracking report'), ` ${caseNumber} ${caseTitle}`),
    h(
      'p',
      { class: 'right' },
      `Version ${version} of ${made}`,
      classification === '' ? undefined : h('span', { class: 'classification' }, classification),
    ),
    h('h1', {}, title),
    h('p', { class: 'by' }, `${agency}. Examiner: ${report.examiner || 'not named'}. Made with ${software}.`),
    ...asOf.map((line) => h('p', { class: 'as-of' }, h('code', {}, `As of ${line}`))),
  );
}
