import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type AdminAgency, adminAgencyRoutes } from '@trailmark/api/contract/admin-agencies';
import { useState } from 'react';
import { api } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Crumbs } from '../../components/crumbs.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormFailure } from '../../components/form/form-failure.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { formatCount } from '../../format/number.ts';
import { type Act, ActDialog } from '../../parts/admin/act-dialog.tsx';
import { AdminPage } from '../../parts/admin/admin-page.tsx';
import { ADMIN_KEY } from '../../parts/admin/admin-paths.ts';
import { useSession } from '../../session.ts';
import { KIND_WORDS } from './admin-words.ts';
import { Seats } from './agencies-screen.tsx';
import { AgencyDialog } from './agency-dialog.tsx';
import { agenciesQuery } from './queries.ts';
import { agenciesUrl, usersUrl } from './search.ts';
import { Moment } from './user-columns.tsx';

const route = getRouteApi('/dashboard/admin-agencies/$agency');

function toStatusAct({ id, name, status }: AdminAgency): Act {
  const isActive = status === 'active';
  return {
    title: isActive ? 'Suspend' : 'Open again',
    text: isActive
      ? `All people of ${name} are stopped at their next request. Nothing is lost, and the agency can be opened again.`
      : `People of ${name} can sign in again.`,
    button: isActive ? `Suspend ${name}` : `Open ${name} again`,
    isDanger: isActive,
    reason: 'It is logged.',
    run: ({ reason }) =>
      api.call('setAgencyStatus', {
        params: { id },
        body: { status: isActive ? 'suspended' : 'active', reason },
      }),
  };
}

function toRemoval(agency: AdminAgency, domain: string): Act {
  return {
    title: 'Remove the domain',
    text: `Addresses at ${domain} can no longer ask for an account of ${agency.name}. Accounts that exist stay.`,
    button: `Remove ${domain}`,
    isDanger: true,
    run: () => api.call('removeAgencyDomain', { params: { id: agency.id }, body: { domain } }),
  };
}

function DomainForm({ agency }: { readonly agency: AdminAgency }) {
  const client = useQueryClient();
  const [hasSubdomains, setSubdomains] = useState(false);
  const form = useForm({
    initial: { domain: '' },
    schema: adminAgencyRoutes.addAgencyDomain.body,
    toBody: ({ domain }) => ({ domain, hasSubdomains }),
    check: ({ domain }) => (domain.trim() === '' ? { domain: 'Give a domain, such as agency.example.' } : {}),
    send: async (body) => {
      await api.call('addAgencyDomain', { params: { id: agency.id }, body });
      form.set('domain', '');
      await client.invalidateQueries({ queryKey: ADMIN_KEY });
    },
  });
  return (
    <form className="tm-form ad-narrowform" onSubmit={form.onSubmit} noValidate>
      <FormField
        label="Add a mail domain"
        autoComplete="off"
        spellCheck={false}
        help="The part after the @ of the agency’s official addresses."
        {...form.field('domain')}
      />
      <label className="tm-check">
        <input
          type="checkbox"
          checked={hasSubdomains}
          onChange={({ currentTarget }) => setSubdomains(currentTarget.checked)}
        />
        Its subdomains too
      </label>
      <FormFailure error={form.failure} what="The domain" />
      <div className="actions">
        <button type="submit" className="tm-btn" disabled={form.isSending}>
          Add the domain
        </button>
      </div>
    </form>
  );
}

interface PartProps {
  readonly agency: AdminAgency;
  readonly isPlatform: boolean;
  readonly onAct: (act: Act) => void;
}

function Domains({ agency, isPlatform, onAct }: PartProps) {
  return (
    <section className="tm-stack" aria-labelledby="domains">
      <h2 className="tm-h" id="domains">
        Mail domains
      </h2>
      {agency.domains.length === 0 ? (
        <Empty>Nobody can ask for an account of this agency: it has no mail domain.</Empty>
      ) : (
        <ul className="tm-rows ad-rows">
          {agency.domains.map(({ domain, hasSubdomains }) => (
            <li key={domain}>
              <span className="tm-grow">
                <b>{domain}</b>
                {hasSubdomains && <span className="tm-t3">and its subdomains</span>}
              </span>
              {isPlatform && (
                <button type="button" className="tm-btn sm" onClick={() => onAct(toRemoval(agency, domain))}>
                  Remove {domain}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isPlatform && <DomainForm agency={agency} />}
    </section>
  );
}

function Facts({ agency }: { readonly agency: AdminAgency }) {
  return (
    <dl className="tm-facts">
      <dt>Status</dt>
      <dd>{agency.status === 'active' ? 'Active' : <b className="ad-late">Suspended</b>}</dd>
      <dt>Kind</dt>
      <dd>{KIND_WORDS[agency.kind]}</dd>
      <dt>Country</dt>
      <dd>{agency.country ?? <span className="tm-t3">not given</span>}</dd>
      <dt>Seats taken</dt>
      <dd>
        <Seats agency={agency} />
      </dd>
      <dt>Accounts</dt>
      <dd>
        <AppLink href={usersUrl({ agency: agency.id })}>{formatCount(agency.accounts)}</AppLink>, of them{' '}
        {formatCount(agency.waiting)} waiting for approval and {formatCount(agency.admins)} administrators
      </dd>
      <dt>Added</dt>
      <dd>
        <Moment iso={agency.createdAt} none="" />
      </dd>
    </dl>
  );
}

function Loaded({ agency }: { readonly agency: AdminAgency }) {
  const { role, me } = useSession();
  const [act, setAct] = useState<Act | undefined>(undefined);
  const [isChanging, setChanging] = useState(false);
  const isPlatform = role === 'platform-admin';
  return (
    <>
      {isPlatform && (
        <div className="tm-row tm-wrap">
          <button type="button" className="tm-btn" onClick={() => setChanging(true)}>
            Change
          </button>
          {me?.account?.agency.id !== agency.id && (
            <button type="button" className="tm-btn" onClick={() => setAct(toStatusAct(agency))}>
              {toStatusAct(agency).title}
            </button>
          )}
        </div>
      )}
      <Facts agency={agency} />
      <Domains agency={agency} isPlatform={isPlatform} onAct={setAct} />
      <ActDialog act={act} onClose={() => setAct(undefined)} />
      <AgencyDialog agency={isChanging ? agency : undefined} onClose={() => setChanging(false)} />
    </>
  );
}

/** One agency: what it is, and which mail domains are its own. */
export function AgencyScreen() {
  const { agency: id } = route.useParams();
  const { data, error, refetch } = useQuery(agenciesQuery());
  const agency = data?.items.find((each) => each.id === id);
  useDocumentTitle(agency ? `${agency.name} · Agencies` : 'Agencies');
  return (
    <AdminPage tab="agencies" title={agency ? <bdi>{agency.name}</bdi> : 'Agency'}>
      <Crumbs items={[{ label: 'Agencies', href: agenciesUrl() }, { label: <bdi>{agency?.name ?? 'Agency'}</bdi> }]} />
      {error && <ErrorPanel error={error} what="This agency" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="agency">
          <RowBars rows={6} columns={['160px', '260px']} />
        </Skeleton>
      )}
      {data && !agency && <Empty>There is no such agency within your reach.</Empty>}
      {agency && <Loaded agency={agency} />}
    </AdminPage>
  );
}
