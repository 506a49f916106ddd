import type { Screening } from '@trailmark/core/screening/screening';
import { AppLink } from '../../components/app-link.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { Hash } from '../../components/hash.tsx';
import { formatCount, formatPlural } from '../../format/number.ts';
import { addressSearchUrl } from '../../url.ts';
import { type ThreatSearch, threatUrl } from './search.ts';

/** Addresses of a cluster that are listed; the answer itself names all of them. */
const LISTED = 50;

export interface ClusterLineProps {
  readonly screening: Screening;
  readonly search: ThreatSearch;
}

/** What counts as the subject: the address alone, or with the addresses that a rule joins with it. */
export function ClusterLine({ screening: { cluster, request }, search }: ClusterLineProps) {
  const { chain, withCluster } = request;
  if (!withCluster) {
    return (
      <p className="tm-sm">
        <AppLink href={threatUrl({ ...search, cluster: 'yes' })}>Screen it with its cluster</AppLink>
      </p>
    );
  }
  const alone = (
    <p>
      <AppLink href={threatUrl({ ...search, cluster: undefined })}>Screen the address alone</AppLink>
    </p>
  );
  if (!cluster || cluster.size === 1) {
    return (
      <div className="tm-sm">
        <p>
          {cluster ? 'No rule joins another address with this one.' : 'No clusters are calculated for this chain.'} The
          address alone was screened.
        </p>
        {alone}
      </div>
    );
  }
  const { size, read, rule, rules, idle, unread } = cluster;
  return (
    <div className="tm-sm">
      <p>
        <EvidenceMark kind="inference" /> Screened as one subject: {formatPlural(size, 'address', 'addresses')} that{' '}
        <span title={`Version of all rules: ${rules}`}>{rule}</span> joins, an inference. Payments of{' '}
        {formatPlural(read.length, 'address', 'addresses')} were traced
        {unread.count > 0 && `, ${formatCount(unread.count)} were not read`}
        {idle > 0 && `, ${formatCount(idle)} received nothing`}. Payments among them are left out.
      </p>
      {alone}
      <details>
        <summary>Addresses of the cluster</summary>
        <ul>
          {read.slice(0, LISTED).map((address) => (
            <li key={address}>
              <Hash value={address} kind="address" href={addressSearchUrl({ chain, address })} />
            </li>
          ))}
        </ul>
        {read.length > LISTED && <p className="tm-t3">The first {LISTED} of those that were read are listed.</p>}
        {unread.count > 0 && (
          <>
            <p>Not read, the first {unread.first.length}:</p>
            <ul>
              {unread.first.map((address) => (
                <li key={address}>
                  <Hash value={address} kind="address" href={addressSearchUrl({ chain, address })} />
                </li>
              ))}
            </ul>
          </>
        )}
      </details>
    </div>
  );
}
