import type { CutFigure } from '../../format/asset.ts';
import { WholeOnHover } from '../hash.tsx';

/** The figure as other programs read it: no thousands separators, a plain minus. */
function toPlain(text: string): string {
  return text.replaceAll(',', '').replace('\u2212', '-');
}

/** A figure that is never broken within its digits; what was cut opens on hover and focus, and is what is copied. */
export function FigureText({ figure: { whole, shown } }: { readonly figure: CutFigure }) {
  if (whole === shown) return <span className="tm-num">{shown}</span>;
  return (
    <WholeOnHover
      value={toPlain(whole)}
      kind="amount"
      shown={<span className="tm-wholenum">{breakGroups(whole)}</span>}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the whole figure opens on focus, without a pointer too */}
      <span className="tm-num tm-cutnum" tabIndex={0} role="note" aria-label={whole}>
        {shown}
      </span>
    </WholeOnHover>
  );
}

/** A long figure that may be broken between its groups of three only. */
export function breakGroups(text: string) {
  return text.split(',').map((group, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: groups of one fixed figure
    <span key={i}>
      {i > 0 && ','}
      {i > 0 && <wbr />}
      {group}
    </span>
  ));
}
