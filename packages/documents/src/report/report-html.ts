import type { ReportDocument } from '@trailmark/core/report/report-document';
import { coverMarkup, type Markup, sectionMarkup } from '@trailmark/drawing/report/report-markup';
import { REPORT_STYLE } from '@trailmark/drawing/report/report-style';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const INVISIBLE = /(?![\t\n])[\p{Cc}\p{Cf}\p{Co}\u2028\u2029\u115f\u1160\u3164\uffa0]/gu;

/** Text in a page: control and direction characters are shown by their number, so that nothing is hidden. */
function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replace(
      INVISIBLE,
      (character) => `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    )
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

function writeMarkup({ tag, attributes, children }: Markup): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  const inside = children.map((child) => (typeof child === 'string' ? escapeHtml(child) : writeMarkup(child))).join('');
  return `<${tag}${written.join('')}>${inside}</${tag}>`;
}

/** The report as one page that loads nothing. */
export function writeReportHtml(report: ReportDocument, coreDigest: string): string {
  const sections = report.sections.map((section) => writeMarkup(sectionMarkup(section, report.second))).join('\n');
  const foot = `<footer class="by"><p><code>Evidence bundle ${coreDigest}</code></p><p><code>Check with: trailmark verify &lt;file&gt;, or open verify-bundle.html in any browser</code></p></footer>`;
  const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
  const head = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width"><title>${escapeHtml(report.title)}</title><style>body{margin:0;background:#e9ecea}${REPORT_STYLE}</style>`;
  return `<!doctype html>\n<html lang="en"><head>${head}</head><body><main class="report">\n${writeMarkup(coverMarkup(report))}\n${sections}\n${foot}\n</main></body></html>\n`;
}
