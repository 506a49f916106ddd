import { AddToCase } from '../../parts/cases/add-to-case.tsx';
import '../../components/tool-page.css';
import { findTraits } from '../../format/chain-traits.ts';
import './exchange-lookup.css';
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { NETWORKS, type NetworkId } from '@trailmark/core/network';
import { useMemo } from 'react';
import type { Answer } from '../../api.ts';
import { ActorCard } from '../../components/actor-card.tsx';
import { AgencyStatementText } from '../../components/agency-statement-text.tsx';
import { AppLink } from '../../components/app-link.tsx';
import { Crumbs } from '../../components/crumbs.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FollowLink } from '../../components/follow-link.tsx';
import { LabelClaimsTable } from '../../components/label-claims-table.tsx';
import { Bar, RowBars, Skeleton } from '../../components/skeleton.tsx';
import { SubjectTitle } from '../../components/subject-title.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { shorten } from '../../format/identifier.ts';
import { addressSearchUrl, lookupUrl, transactionUrl } from '../../url.ts';
import { AnswerLine } from './answer-line.tsx';
import { type AttributionPlace, createAttributionPlace } from './attribution-place.ts';
import { Contradiction } from './contradiction.tsx';
import { EvidenceList } from './evidence-list.tsx';
import { KnowledgeLine } from './knowledge-line.tsx';
import { NearestServices } from './nearest-services.tsx';
import { attributionQuery } from './queries.ts';
import { RequestSection } from './request-section.tsx';
import { TwoViews } from './two-views.tsx';
import { ViewSwitch } from './view-switch.tsx';
import { Warnings } from './warnings.tsx';

const route = getRouteApi('/dashboard/exchange-lookup/$network/$address');

type Found = Answer<'getAttribution'>;

interface PartProps {
  readonly place: AttributionPlace;
  readonly answer: Found;
}

function RequestButton({ place }: { readonly place: AttributionPlace }) {
  return (
    <AppLink className="tm-btn pri" href={place.linkTo({ request: '1' })}>
      <IconFileText size={16} stroke={1.5} aria-hidden="true" />
      Prepare a request
    </AppLink>
  );
}

const STATUS: Readonly<Record<Found['attribution']['status'], string | null>> = {
  seen: null,
  'not-seen': 'The address is valid and occurs in no indexed block. The answer rests on labels alone.',
  'no-ledger': 'The answer rests on labels alone: on this network no cluster of addresses speaks for a name.',
};

function Claims({ place: { network }, answer: { attribution } }: PartProps) {
  const { claims, isContradictory, ofAgency = [] } = attribution.labels;
  const { address } = attribution;
  const shown = new Set(attribution.evidence.map(({ claim }) => claim?.id));
  const others = claims.filter(({ id }) => !shown.has(id));
  return (
    <>
      {isContradictory && <Contradiction claims={claims} />}
      {others.length > 0 && (
        <section>
          <h2 className="tm-h">Other claims about this address</h2>
          <LabelClaimsTable caption={`Other claims about ${address}`} claims={others} />
        </section>
      )}
      {ofAgency.length > 0 && (
        <section>
          <h2 className="tm-h">Labels of your agency</h2>
          {ofAgency.map((statement) => (
            <p key={statement.id}>
              <AgencyStatementText statement={statement} />
            </p>
          ))}
        </section>
      )}
      {claims.length > 0 && (
        <div>
          <AddToCase
            of={{
              kind: 'label',
              input: { params: { network, address } },
              what: `every claim about ${address}, each with its source,`,
            }}
            className="tm-btn sm"
            label={claims.length === 1 ? 'Add the claim to a case' : `Add all ${claims.length} claims to a case`}
          />
        </div>
      )}
    </>
  );
}

function Onward({ place, answer: { attribution, actor } }: PartProps) {
  const { chain, verdict } = attribution;
  const isOpen = place.search.request !== undefined;
  const isWalked = chain !== null && (verdict === 'unknown' || place.search.nearest !== undefined);
  return (
    <>
      {actor && (
        <ActorCard actor={actor} action={chain !== null && !isOpen ? <RequestButton place={place} /> : undefined} />
      )}
      {chain !== null && isOpen && <RequestSection place={place} chain={chain} actor={actor} host={attribution.host} />}
      {isWalked && <NearestServices place={place} chain={chain} />}
      {chain !== null && !isWalked && (
        <p className="tm-sm">
          <AppLink href={place.linkTo({ nearest: '1' })}>Nearest services upstream and downstream</AppLink>
        </p>
      )}
    </>
  );
}

/** Account chains have a history without clusters; of other networks this version reads no ledger. */
function LedgerLink({ network, address }: { readonly network: NetworkId; readonly address: string }) {
  const chain = findTraits(network);
  if (!chain || chain.hasClusters) return null;
  return <AppLink href={addressSearchUrl({ chain: chain.id, address })}>Its history in this index</AppLink>;
}

function Loaded({ place, answer }: PartProps) {
  const { attribution, labels, rules, envelope } = answer;
  const { chain, address, evidence } = attribution;
  const status = STATUS[attribution.status];
  const view = place.search.view ?? 'conservative';
  return (
    <>
      <AnswerLine attribution={attribution} />
      <Warnings warnings={attribution.warnings} />
      {status && (
        <p className="tm-note">
          {status} <LedgerLink network={place.network} address={address} />
        </p>
      )}
      <div className="xl-halves">
        <section>
          <div className="tm-row tm-between tm-wrap">
            <h2 className="tm-h">Evidence</h2>
            {chain !== null && <ViewSwitch view={view} toHref={(each) => place.linkTo({ view: each })} />}
          </div>
          {evidence.length === 0 ? (
            <Empty>No evidence for a name: no label here, and none in its cluster.</Empty>
          ) : (
            <EvidenceList evidence={evidence} chain={chain} address={address} view={view} />
          )}
        </section>
        {chain !== null && <TwoViews chain={chain} address={address} clusters={attribution.clusters} />}
      </div>
      <Claims place={place} answer={answer} />
      <Onward place={place} answer={answer} />
      <KnowledgeLine labels={labels} rules={rules} asOf={envelope?.asOf} />
    </>
  );
}

function Bars() {
  return (
    <Skeleton what="answer">
      <Bar width="50%" height={24} />
      <div style={{ height: 16 }} />
      <RowBars rows={4} columns={['80px', '420px', '60px', '120px']} />
      <div style={{ height: 24 }} />
      <RowBars rows={3} columns={['160px', '120px', '120px', '200px']} />
    </Skeleton>
  );
}

function OutputNote({ place, answer }: { place: AttributionPlace; answer: Found | undefined }) {
  const { output } = place.search;
  const chain = answer?.attribution.chain;
  if (output === undefined || !chain) return null;
  const [txid = '', vout = '0'] = output.split(':');
  return (
    <p className="tm-note">
      Requested: output {vout} of transaction{' '}
      <AppLink className="tm-id whole" href={transactionUrl(chain, txid, { output: Number(vout) })}>
        {txid}
      </AppLink>
      , which pays this address.
    </p>
  );
}

/** Whose address this is: the answer, what it rests on, and what to do next. */
export function AttributionScreen() {
  const { network, address } = route.useParams();
  const search = route.useSearch();
  const { data, error, refetch } = useQuery(attributionQuery(network, address, search.view ?? 'conservative'));
  const shown = data?.attribution.address ?? address;
  const place = useMemo(() => createAttributionPlace(network, shown, search), [network, shown, search]);
  useDocumentTitle(`${shorten(shown)} · Exchange lookup`);
  const chain = data?.attribution.chain;
  return (
    <div className="tm-page tm-stack as-page">
      <Crumbs
        items={[
          { label: 'Exchange lookup', href: lookupUrl() },
          { label: NETWORKS[network] },
          { label: <span className="tm-mono">{shorten(shown)}</span> },
        ]}
      />
      <SubjectTitle
        value={shown}
        kind="address"
        withQr={data !== undefined}
        actions={
          <>
            <AddToCase
              of={{
                kind: 'exchange-answer',
                input: { params: { network, address: shown } },
                what: `whose address ${shown} is`,
              }}
            />
            {chain && (
              <>
                <FollowLink chain={chain} start={shown} />
                <AppLink className="tm-btn" href={addressSearchUrl({ chain, address: shown })}>
                  History
                </AppLink>
              </>
            )}
          </>
        }
      />
      <OutputNote place={place} answer={data} />
      {error && <ErrorPanel error={error} what="This address" onRetry={() => void refetch()} />}
      {!data && !error && <Bars />}
      {data && <Loaded place={place} answer={data} />}
    </div>
  );
}
