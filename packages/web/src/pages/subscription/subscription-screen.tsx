import '../../components/user-panel.css';
import './subscription.css';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Answer, api } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FigureBars, RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { formatCount } from '../../format/number.ts';
import { useSession } from '../../session.ts';
import { TOOL_MENU } from '../../shell/tool-menu.ts';
import { UsageTable } from './usage-table.tsx';

type Subscription = Answer<'getSubscription'>;

function subscriptionQuery() {
  return queryOptions({
    queryKey: ['subscription'],
    queryFn: ({ signal }) => api.call('getSubscription', { signal }),
  });
}

function rulesQuery() {
  return queryOptions({ queryKey: ['rules'], queryFn: ({ signal }) => api.call('listRules', { signal }) });
}

function describeQuota(limit: number | null): string {
  return limit === null ? 'today; no limit is set' : `of ${formatCount(limit)} today`;
}

function Figures({ data: { agency, usage, quotas } }: { readonly data: Subscription }) {
  const free = agency.seats === null ? undefined : agency.seats - agency.seatsUsed;
  return (
    <dl className="tm-figs n3">
      <div>
        <dt>Seats in use</dt>
        <dd className="v">{formatCount(agency.seatsUsed)}</dd>
        <dd className="tm-t3">
          {agency.seats === null
            ? 'no number of seats is set'
            : `of ${formatCount(agency.seats)}, ${formatCount(Math.max(0, free ?? 0))} free`}
          {agency.awaitingApproval > 0 && `; ${formatCount(agency.awaitingApproval)} wait for approval`}
        </dd>
      </div>
      <div>
        <dt>Your searches</dt>
        <dd className="v">{formatCount(usage.today.lookUps)}</dd>
        <dd className="tm-t3">
          {describeQuota(quotas.lookUpsPerDay)}; {formatCount(usage.last30Days.lookUps)} in 30 days
        </dd>
      </div>
      <div>
        <dt>Your exports</dt>
        <dd className="v">{formatCount(usage.today.exports)}</dd>
        <dd className="tm-t3">
          {describeQuota(quotas.exportsPerDay)}; {formatCount(usage.last30Days.exports)} in 30 days
        </dd>
      </div>
    </dl>
  );
}

function Tools({ isAllowed }: { readonly isAllowed: boolean }) {
  return (
    <section className="tm-sect" aria-labelledby="up-tools">
      <h2 className="tm-h" id="up-tools">
        Tools
      </h2>
      {!isAllowed && (
        <p className="tm-note">
          Your account does not have allow_status yet: tools open once an administrator gives it.
        </p>
      )}
      <ul className="up-tools">
        {TOOL_MENU.flatMap(({ items }) => items).map(({ path, name }) => (
          <li key={path}>
            <AppLink href={path}>{name}</AppLink>
            <span>in this version</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Versions({ data }: { readonly data: Subscription }) {
  const rules = useQuery(rulesQuery());
  const { packs, chains, prices } = data;
  return (
    <section className="tm-sect" aria-labelledby="up-versions">
      <h2 className="tm-h" id="up-versions">
        What is installed
      </h2>
      <dl className="tm-facts">
        <dt>Software</dt>
        <dd>
          {data.software}, {data.licence}
        </dd>
        <dt>Chains</dt>
        <dd>
          {chains.length === 0 && 'none yet'}
          {chains
            .map(({ name, tip }) => `${name} ${tip === null ? 'without blocks' : `up to ${formatCount(tip)}`}`)
            .join('; ')}
        </dd>
        <dt>Label packs in force</dt>
        <dd>
          {packs.length === 0 && 'none'}
          <ul>
            {packs.map(({ id, title, version, asOf, labelCount, licence }) => (
              <li key={id}>
                {title}, as of {asOf}, {formatCount(labelCount)} claims, {licence}{' '}
                <span className="tm-mono tm-t3" title={`Version ${version}`}>
                  {version.slice(0, 8)}
                </span>
              </li>
            ))}
          </ul>
        </dd>
        <dt>Prices</dt>
        <dd>
          {prices.fromDay === null ? 'none' : `${prices.fromDay} to ${prices.toDay} `}
          <span className="tm-mono tm-t3">{prices.version.slice(0, 8)}</span>
        </dd>
        <dt>Rules</dt>
        <dd>
          {rules.data ? `${formatCount(rules.data.items.length)} rules ` : rules.error ? 'could not be loaded' : '…'}
          <span className="tm-mono tm-t3">{rules.data?.version.slice(0, 8)}</span>
        </dd>
        <dt>Support contact</dt>
        <dd>
          <a href={`mailto:${data.supportContact}`}>{data.supportContact}</a>
        </dd>
      </dl>
    </section>
  );
}

/** What the agency may use of this installation, and what it used. */
export function SubscriptionScreen() {
  const { data, error, refetch } = useQuery(subscriptionQuery());
  const { isAdmin, isAllowed } = useSession();
  useDocumentTitle('Subscription');
  return (
    <div className="tm-page tm-stack up-page">
      <h1 className="tm-title">Subscription</h1>
      <p className="tm-prose">
        {data ? data.agency.name : 'Your agency'} runs this software on its own server. There is no plan and nothing to
        pay; this page asks no one else.
      </p>
      {error && <ErrorPanel error={error} what="The subscription" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="the subscription">
          <FigureBars count={3} />
          <RowBars rows={8} columns={['180px', '320px']} />
        </Skeleton>
      )}
      {data && (
        <>
          <Figures data={data} />
          <Tools isAllowed={isAllowed || isAdmin} />
          <Versions data={data} />
          {isAdmin && <UsageTable />}
        </>
      )}
    </div>
  );
}
