import type { ReportDocument } from '@trailmark/core/report/report-document';
import { coverMarkup, type Markup, sectionMarkup } from '@trailmark/drawing/report/report-markup';
import { REPORT_STYLE } from '@trailmark/drawing/report/report-style';
import { createElement, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

/** Names of attributes as React has them. */
const NAMES: Readonly<Record<string, string>> = {
  class: 'className',
  tabindex: 'tabIndex',
  viewBox: 'viewBox',
  'stroke-width': 'strokeWidth',
  'stroke-dasharray': 'strokeDasharray',
  'text-anchor': 'textAnchor',
};

function toElement({ tag, attributes, children }: Markup, key: number): ReactNode {
  const own = Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      NAMES[name] ?? name,
      name === 'tabindex' ? Number(value) : value,
    ]),
  );
  const inside = children.map((child, i) => (typeof child === 'string' ? child : toElement(child, i)));
  return createElement(tag, { key, ...own }, ...inside);
}

let sheet: CSSStyleSheet | undefined;

function openSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(REPORT_STYLE);
  }
  return sheet;
}

/** The report as its HTML has it, in a tree of its own: the same elements and the same sheet as the file. */
export function ReportPage({ document: report }: { readonly document: ReportDocument }) {
  const host = useRef<HTMLDivElement>(null);
  const [root, setRoot] = useState<ShadowRoot | undefined>();
  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    const opened = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    opened.adoptedStyleSheets = [openSheet()];
    setRoot(opened);
  }, []);
  const content = (
    <article className="report" lang="en" aria-label={`Report: ${report.title}`}>
      {toElement(coverMarkup(report), 0)}
      {report.sections.map((section, i) => toElement(sectionMarkup(section, report.second), i + 1))}
    </article>
  );
  return (
    <div className="er-paper" ref={host}>
      {root && createPortal(content, root)}
    </div>
  );
}

/** Brings a section of the page into view. */
export function showSection(container: HTMLElement | null, id: string): void {
  const root = container?.querySelector('.er-paper')?.shadowRoot;
  root?.getElementById(`section-${id}`)?.scrollIntoView({ block: 'start' });
}
