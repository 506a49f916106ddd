import { escapePattern } from '@trailmark/core/redact';
import type { ReportBlock, ReportDocument, ReportText } from '@trailmark/core/report/report-document';
import type { Claim } from '@trailmark/evidence/bundle/bundle-format';

/** Sections that are what people typed: their figures are theirs. The opinion is checked paragraph by paragraph elsewhere. */
const TYPED_SECTIONS: ReadonlySet<string> = new Set(['people', 'opinion']);

/** Texts of a block in which a figure has to be a claim. Templates, legends, headings and pictures are left out. */
function listTexts(block: ReportBlock): readonly ReportText[] {
  switch (block.kind) {
    case 'answer':
    case 'marked':
      return [block.text];
    case 'text':
      return block.isFixed ? [] : [block.text];
    case 'list':
      return block.items;
    case 'pairs':
      return block.rows.map(({ text }) => text);
    case 'table':
      return block.rows.flatMap(({ cells }) => cells);
    default:
      return [];
  }
}

/** An amount with its unit, money, a share, a day or a moment; or a text that is a number and nothing else. */
function createPattern(claims: readonly Claim[]): RegExp {
  const symbols = new Set(claims.flatMap(({ result }) => (typeof result.symbol === 'string' ? result.symbol : [])));
  const units = [...symbols, 'USD'].filter((symbol) => symbol !== '').map(escapePattern);
  const amount = `\\d(?:[\\d,.]*\\d)?\\s?(?:%|(?:${units.join('|')})(?![\\p{L}\\p{N}]))`;
  return new RegExp(`(?<![\\p{L}\\p{N}.])${amount}|\\d{4}-\\d{2}-\\d{2}|^\\s*\\d[\\d,.]*\\s*$`, 'u');
}

/**
 * Figures of a report that name no claim, or one that the report does not have: each as the words around it. Read are every sentence of the
 * findings, every list, pair and table; not read are names and hashes set in fixed width, titles, templates and what people typed.
 */
export function listBareFigures({ sections }: Pick<ReportDocument, 'sections'>, claims: readonly Claim[]): string[] {
  const ids = new Set(claims.map(({ id }) => id));
  const pattern = createPattern(claims);
  return sections
    .filter(({ id }) => !TYPED_SECTIONS.has(id))
    .flatMap(({ blocks }) => blocks.flatMap(listTexts))
    .flatMap((text) =>
      text.flatMap((run) => {
        if (typeof run === 'string') return pattern.test(run) ? [run] : [];
        return 'claim' in run && !ids.has(run.claim) ? [run.text] : [];
      }),
    );
}
