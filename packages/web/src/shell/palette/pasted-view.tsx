import { useQuery } from '@tanstack/react-query';
import type { Answer } from '../../api.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { QuotedText } from '../../components/quoted-text.tsx';
import { formatCount, formatPlural } from '../../format/number.ts';
import { pastedQuery } from '../../home.ts';
import { type PaletteGroup, type PaletteRow, type Place, toHitRow } from './palette-groups.ts';
import { PaletteList } from './palette-list.tsx';

const SHOWN = 100;
const REFUSED_SHOWN = 20;

/** What a pasted text holds, indexed ones first. */
export function groupPasted(answer: Answer<'scanText'> | undefined, place: Place): readonly PaletteGroup[] {
  const found = answer?.found ?? [];
  const rows = found.toSorted((a, b) => Number(b.isIndexed) - Number(a.isIndexed)).map((hit) => toHitRow(hit, place));
  return rows.length === 0
    ? []
    : [{ id: 'pasted', title: 'Found in the text', rows: rows.slice(0, SHOWN), total: rows.length }];
}

function Refused({ refused }: Pick<Answer<'scanText'>, 'refused'>) {
  if (refused.length === 0) return null;
  return (
    <section aria-labelledby="palette-refused">
      <h2 id="palette-refused">
        Not valid <span className="tm-t3">{formatCount(refused.length)}</span>
      </h2>
      <ul className="tm-palettelist refused">
        {refused.slice(0, REFUSED_SHOWN).map(({ text, reason }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same text may be refused twice
          <li key={i}>
            <QuotedText text={text} /> <span className="tm-t2 tm-sm">{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export interface PastedViewProps {
  readonly text: string;
  readonly groups: readonly PaletteGroup[];
  readonly selected: string | undefined;
  readonly onOpen: (row: PaletteRow) => void;
}

/** Every identifier of a pasted text, and near misses with their reason. */
export function PastedView({ text, groups, selected, onOpen }: PastedViewProps) {
  const { data, error, refetch } = useQuery(pastedQuery(text));
  if (error) return <ErrorPanel error={error} what="The search in the text" onRetry={() => void refetch()} />;
  if (!data) return <p className="tm-hint">Searching</p>;
  const isNothing = data.found.length + data.refused.length === 0;
  return (
    <>
      <p className="tm-sr" role="status">
        {formatPlural(data.found.length, 'identifier')} found
      </p>
      {isNothing && (
        <p className="tm-hint">It contains nothing that looks like an address, a transaction id or an extended key.</p>
      )}
      <PaletteList groups={groups} words="" selected={selected} onOpen={onOpen} />
      <Refused refused={data.refused} />
      {data.truncated && <p className="tm-hint">The text contains more than was searched. Paste a part of it.</p>}
    </>
  );
}
