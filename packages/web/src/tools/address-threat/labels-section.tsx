import { isNetworkId } from '@trailmark/core/network';
import type { Disagreement, Screening, ScreeningLabel } from '@trailmark/core/screening/screening';
import { AppLink } from '../../components/app-link.tsx';
import { CategoryGlyph } from '../../components/category-glyph.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { Hash } from '../../components/hash.tsx';
import { LabelClaimText } from '../../components/label-claim-text.tsx';
import { traitsOf } from '../../format/chain-traits.ts';
import { formatDayText, shortenSource } from '../../format/label-words.ts';
import { addressSearchUrl, attributionUrl } from '../../url.ts';
import { ClusterLine, type ClusterLineProps } from './cluster-line.tsx';

type Chain = Screening['request']['chain'];

const SOURCE_CHARS = 60;

/** What a sanctions list states: list, entity, programme, and since when. */
function describeListing({
  list,
  entity,
  programme,
  listedFrom,
  listedHow,
  listedTo,
}: NonNullable<ScreeningLabel['listing']>) {
  const since =
    listedFrom && `listed ${listedHow === 'by' ? 'on or before' : 'on'} ${formatDayText(listedFrom) ?? listedFrom}`;
  const until = listedTo && `removed ${formatDayText(listedTo) ?? listedTo}`;
  return [list, entity, programme, since, until].filter(Boolean).join(', ');
}

function Label({ label, chain }: { readonly label: ScreeningLabel; readonly chain: Chain }) {
  const { category, source, asOf, confidence, listing, via } = label;
  return (
    <li>
      <EvidenceMark kind={listing ? 'fact' : via === null ? 'claim' : 'inference'} />
      <CategoryGlyph category={category} />
      <span>
        {via !== null && <span className="tm-t3">from cluster: </span>}
        <LabelClaimText claim={label} />{' '}
        <span className="tm-sm tm-t2">
          <bdi>{listing ? describeListing(listing) : shortenSource(source).slice(0, SOURCE_CHARS)}</bdi>
          {!listing && `, ${formatDayText(asOf) ?? 'date not stated'}`}
          {via !== null && (
            <>
              , label on <Hash value={via} kind="address" href={addressSearchUrl({ chain, address: via })} />
            </>
          )}
        </span>
      </span>
      <span className="tm-sm tm-r">{listing ? 'entry of a list' : confidence}</span>
    </li>
  );
}

interface ListProps {
  readonly title: string;
  readonly note: string;
  readonly labels: readonly ScreeningLabel[];
  readonly chain: Chain;
  readonly none: string;
}

function LabelList({ title, note, labels, chain, none }: ListProps) {
  return (
    <section className="th-labels">
      <h2 className="tm-h">{title}</h2>
      <p className="tm-sm tm-t3">{note}</p>
      {labels.length === 0 ? (
        <p className="tm-sm tm-t2">{none}</p>
      ) : (
        <ul>
          {labels.map((label) => (
            <Label key={`${label.id}/${label.via}`} label={label} chain={chain} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Disagreements({
  disagreements,
  chain,
}: {
  readonly disagreements: readonly Disagreement[];
  readonly chain: Chain;
}) {
  if (disagreements.length === 0) return null;
  return (
    <section className="th-labels">
      <h2 className="tm-h">Labels that disagree</h2>
      <p className="tm-sm tm-t3">Side by side, never averaged. Confidence of 100 at the right.</p>
      {disagreements.map(({ address, labels }) => (
        <div key={address}>
          <p className="tm-sm">
            <Hash value={address} kind="address" href={addressSearchUrl({ chain, address })} />
          </p>
          <ul>
            {labels.map((label) => (
              <Label key={`${label.id}/${label.via}`} label={label} chain={chain} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** Who the subject is said to be: its own labels, those of its cluster, and those that disagree, each apart. */
export function LabelsSection({ screening, search }: ClusterLineProps) {
  const { own, inherited, disagreements, request } = screening;
  const { chain, subject } = request;
  if (subject.kind === 'transaction') return null;
  return (
    <div className="th-identity">
      <LabelList
        title="Labels on the subject"
        note="Ownership: the source names this very address."
        labels={own}
        chain={chain}
        none="No label. This does not clear the address."
      />
      <LabelList
        title="Labels from its cluster"
        note="Inherited: on another address that is inferred to have the same owner."
        labels={inherited}
        chain={chain}
        none={
          traitsOf(chain).hasClusters
            ? 'No label on another address of its cluster.'
            : 'No clusters are calculated for this chain.'
        }
      />
      <div className="th-cluster">
        {(traitsOf(chain).hasClusters || request.withCluster) && <ClusterLine screening={screening} search={search} />}
        {isNetworkId(chain) && (
          <p className="tm-sm">
            <AppLink href={attributionUrl(chain, subject.text)}>Whose address is it? Exchange lookup</AppLink>
          </p>
        )}
      </div>
      <Disagreements disagreements={disagreements} chain={chain} />
    </div>
  );
}
