import { useQuery } from '@tanstack/react-query';
import { NETWORKS } from '@trailmark/core/network';
import type { Answer } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { CategoryGlyph } from '../../components/category-glyph.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Hash } from '../../components/hash.tsx';
import { LabelClaimText } from '../../components/label-claim-text.tsx';
import { QuotedText } from '../../components/quoted-text.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { shortenSource } from '../../format/label-words.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import { labelPacksUrl } from '../../url.ts';
import { packPreviewQuery } from './queries.ts';

type Preview = Answer<'previewLabelPack'>;

function BriefList({
  title,
  sign,
  count,
  items,
}: {
  title: string;
  sign: string;
  count: number;
  items: Preview['added'];
}) {
  return (
    <section>
      <h3 className="tm-h">
        {title} <small>{formatCount(count)}</small>
      </h3>
      {items.length === 0 ? (
        <p className="tm-t2">None.</p>
      ) : (
        <ul className="xl-diff">
          {items.map((item, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same claim may occur twice in a source
            <li key={i}>
              <span aria-hidden="true">{sign}</span>
              <CategoryGlyph category={item.category} />
              <LabelClaimText claim={item} length={40} />
              <Hash value={item.address} kind="address" />
              <span className="tm-t3 tm-sm">
                {NETWORKS[item.network]}, {shortenSource(item.source).slice(0, 40)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {items.length < count && <p className="tm-t3 tm-sm">The first {formatCount(items.length)} are listed.</p>}
    </section>
  );
}

function Refused({ pack, refused }: Pick<Preview, 'pack' | 'refused'>) {
  return (
    <section>
      <h3 className="tm-h">
        Refused <small>{formatPlural(pack.refusedCount, 'row')} of the source</small>
      </h3>
      {refused.length === 0 ? (
        <p className="tm-t2">
          {pack.refusedCount === 0 ? 'None.' : 'They are counted, and not listed in this version.'}
        </p>
      ) : (
        <ul className="xl-diff">
          {refused.map(({ line, text, reason }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of one fixed list
            <li key={i}>
              <span className="tm-t3 tm-nw">{line === null ? '–' : `line ${formatCount(line)}`}</span>
              <QuotedText text={`"${text}"`} />
              <span>{reason}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** What bringing a version into force would add and take away, against the one in force now. */
export function PackPreview({ pack, version }: { readonly pack: string; readonly version: string }) {
  const { data, error, refetch } = useQuery(packPreviewQuery(pack, version));
  return (
    <section className="xl-preview" aria-label="Preview">
      <div className="tm-row tm-between">
        <h2 className="tm-h">
          Preview of {data?.pack.title ?? pack} <small>version {version.slice(0, 8)}</small>
        </h2>
        <AppLink className="tm-btn quiet sm" href={labelPacksUrl()}>
          Close
        </AppLink>
      </div>
      {error && <ErrorPanel error={error} what="The preview" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="preview">
          <RowBars rows={4} columns={['240px', '160px']} />
        </Skeleton>
      )}
      {data && (
        <>
          <p className="tm-t2">
            {data.active
              ? `Against version ${data.active.version.slice(0, 8)} of ${data.active.asOf}, in force now: ${formatCount(data.counts.same)} claims stay as they are.`
              : 'No version of this pack is in force: every claim would be new.'}
          </p>
          <div className="xl-beside">
            <BriefList title="Added" sign="+" count={data.counts.added} items={data.added} />
            <BriefList title="Removed" sign="−" count={data.counts.removed} items={data.removed} />
          </div>
          <Refused pack={data.pack} refused={data.refused} />
        </>
      )}
    </section>
  );
}
