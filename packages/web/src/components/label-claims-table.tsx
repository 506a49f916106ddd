import type { LabelClaim } from '@trailmark/api/contract/label';
import { NETWORKS } from '@trailmark/core/network';
import type { ReactNode } from 'react';
import { formatConfidenceId, formatRole, shortenSource, toSafeLink } from '../format/label-words.ts';
import { attributionUrl, entityUrl } from '../url.ts';
import { AppLink } from './app-link.tsx';
import { CategoryGlyph } from './category-glyph.tsx';
import { type DataColumn, DataTable } from './data-table.tsx';
import { Hash } from './hash.tsx';
import { ClaimAppealLine, LabelClaimText } from './label-claim-text.tsx';
import { Missing } from './missing.tsx';

const SOURCE_CHARS = 60;

/** The site of a claim's source as a link, where it is one; the whole source and the licence are on hover. */
export function ClaimSource({ source, licence }: Pick<LabelClaim, 'source' | 'licence'>) {
  const href = toSafeLink(source);
  const text = shortenSource(source).slice(0, SOURCE_CHARS);
  return (
    <span title={`${source}\nLicence: ${licence}`}>
      {href ? (
        <a href={href} rel="noreferrer noopener" target="_blank">
          {text}
        </a>
      ) : (
        text
      )}
    </span>
  );
}

/** Further facts of a claim by name, such as programme and list date of a sanction. */
export function ClaimDetails({ details }: Pick<LabelClaim, 'details'>): ReactNode {
  const entries = Object.entries(details);
  if (entries.length === 0) return null;
  return (
    <dl className="tm-claimdetails">
      {entries.slice(0, 20).map(([name, value]) => (
        <div key={name}>
          <dt>{name.replaceAll('_', ' ').slice(0, 40)}</dt>
          <dd>
            <bdi>{value.slice(0, 300)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const ADDRESS: DataColumn<LabelClaim> = {
  id: 'address',
  header: 'Address',
  narrow: 'top-left',
  cell: ({ network, address }) => (
    <>
      <Hash value={address} kind="address" href={attributionUrl(network, address)} />
      <span className="tm-t3 tm-sm"> {NETWORKS[network]}</span>
    </>
  ),
};

const LABEL: DataColumn<LabelClaim> = {
  id: 'label',
  header: 'Claim',
  narrow: 'top-left',
  cell: (claim) => (
    <span className="tm-claim">
      <CategoryGlyph category={claim.category} />
      <span>
        {claim.scope === 'cluster' && <span className="tm-t3">whole cluster: </span>}
        <LabelClaimText claim={claim} />
        <ClaimAppealLine claim={claim} />
      </span>
    </span>
  ),
};

const REST: readonly DataColumn<LabelClaim>[] = [
  {
    id: 'category',
    header: 'Kind',
    isMinor: true,
    cell: ({ category, role }) => (
      <>
        <CategoryGlyph category={category} withName />
        {role && <span className="tm-t3">, {formatRole(role)}</span>}
      </>
    ),
  },
  {
    id: 'actor',
    header: 'Organisation',
    cell: ({ actor }) =>
      actor ? <AppLink href={entityUrl(actor.id)}>{actor.label}</AppLink> : <span className="tm-t3">–</span>,
  },
  {
    id: 'confidence',
    header: 'Confidence, of 100',
    narrow: 'top-right',
    cell: ({ confidence: { id, level }, listing }) =>
      listing ? (
        <span className="tm-t3 tm-sm">entry of a list</span>
      ) : (
        <>
          <b className="tm-m">{level}</b> <span className="tm-t3 tm-sm">{formatConfidenceId(id)}</span>
        </>
      ),
  },
  {
    id: 'source',
    header: 'Source',
    cell: ({ source, licence }) => <ClaimSource source={source} licence={licence} />,
  },
  {
    id: 'date',
    header: 'Stated',
    narrow: 'bottom-right',
    cell: ({ asOf }) => asOf ?? <Missing reason="The source gives no date for this claim.">not dated</Missing>,
  },
  {
    id: 'pack',
    header: 'Pack, licence',
    isMinor: true,
    cell: ({ pack, licence, visibility }) => (
      <span className="tm-t3 tm-sm" title={`${pack.title}, version ${pack.version}, as of ${pack.asOf}`}>
        {pack.id}, {licence}
        {visibility === 'internal' && ', internal'}
      </span>
    ),
  },
];
/** On a phone the line below the claim holds what is most needed: the address, or else the source. */
const COLUMNS = [
  LABEL,
  ...REST.map((each) => (each.id === 'source' ? { ...each, narrow: 'bottom-left' as const } : each)),
];
const WITH_ADDRESS = [ADDRESS, { ...LABEL, narrow: 'bottom-left' as const }, ...REST];

export interface LabelClaimsTableProps {
  readonly caption: string;
  readonly claims: readonly LabelClaim[];
  /** With the address of each claim in front; without, all are about one address. */
  readonly withAddress?: boolean;
}

/** Claims side by side, each with its source, date and licence. None is merged with another. */
export function LabelClaimsTable({ caption, claims, withAddress = false }: LabelClaimsTableProps) {
  return (
    <DataTable
      caption={caption}
      columns={withAddress ? WITH_ADDRESS : COLUMNS}
      rows={claims}
      rowId={({ id, network, address }) => `${id}/${network}/${address}`}
      detail={({ details, category, listing }) =>
        // The facts of a listing are what a report needs; other details are on the source's own page.
        !withAddress && category.startsWith('sanctioned') ? (
          <>
            {listing && <p className="tm-b">{listing.statement}</p>}
            <ClaimDetails details={details} />
          </>
        ) : null
      }
    />
  );
}
