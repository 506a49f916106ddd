import { useQuery } from '@tanstack/react-query';
import { isNetworkId } from '@trailmark/core/network';
import { describeListingDays } from '@trailmark/core/sanction-listing';
import type { Disagreement, Screening, ScreeningLabel } from '@trailmark/core/screening/screening';
import { lazy, Suspense, useState } from 'react';
import { AgencyStatementText } from '../../components/agency-statement-text.tsx';
import { AppLink } from '../../components/app-link.tsx';
import { CategoryGlyph } from '../../components/category-glyph.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { Hash } from '../../components/hash.tsx';
import { LabelClaimText } from '../../components/label-claim-text.tsx';
import { traitsOf } from '../../format/chain-traits.ts';
import { formatDayText, shortenSource } from '../../format/label-words.ts';
import { agencyStatementsQuery } from '../../scams.ts';
import { addressSearchUrl, attributionUrl } from '../../url.ts';
import type { Contested } from './appeals/appeal-dialog.tsx';
import type { LabelAppeal } from './appeals/appeal-queries.ts';
import { appealThatCounts } from './appeals/appeal-words.ts';
import { LabelAppealLine } from './appeals/label-appeal.tsx';
import { ClusterLine, type ClusterLineProps } from './cluster-line.tsx';
import type { ThreatSearch } from './search.ts';

const AppealDialog = lazy(() => import('./appeals/appeal-dialog.tsx').then((part) => ({ default: part.AppealDialog })));

type Chain = Screening['request']['chain'];

const SOURCE_CHARS = 60;

/** What a sanctions list states: list, entity, programme, and since when. */
function describeEntry(listing: NonNullable<ScreeningLabel['listing']>) {
  const { list, entity, programme, listedTo } = listing;
  const until = listedTo && `removed by ${formatDayText(listedTo) ?? listedTo}`;
  return [list, entity, programme, describeListingDays(listing), until].filter(Boolean).join(', ');
}

/** What labels are shown with: where they are, and appeals against them. */
interface LabelContext {
  readonly chain: Chain;
  /** The address screened: labels of its cluster name their own. */
  readonly subject: string;
  readonly search: ThreatSearch;
  readonly appeals: readonly LabelAppeal[];
  readonly onContest: (contested: Contested) => void;
}

function Label({ label, context }: { readonly label: ScreeningLabel; readonly context: LabelContext }) {
  const { category, source, asOf, confidence, listing, via } = label;
  const { chain, subject, search, appeals, onContest } = context;
  const appeal = appealThatCounts(appeals, label.id);
  return (
    <li>
      <EvidenceMark kind={listing ? 'fact' : via === null ? 'claim' : 'inference'} />
      <CategoryGlyph category={category} />
      <span>
        {via !== null && <span className="tm-t3">from cluster: </span>}
        <LabelClaimText claim={label} />{' '}
        <span className="tm-sm tm-t2">
          <bdi>{listing ? describeEntry(listing) : shortenSource(source).slice(0, SOURCE_CHARS)}</bdi>
          {!listing && `, ${formatDayText(asOf) ?? 'date not stated'}`}
          {via !== null && (
            <>
              , label on <Hash value={via} kind="address" href={addressSearchUrl({ chain, address: via })} />
            </>
          )}
        </span>
        {appeal && <LabelAppealLine appeal={appeal} search={search} />}
      </span>
      <span className="tm-sm tm-r">
        {listing ? 'entry of a list' : confidence}
        {appeal?.state !== 'open' && (
          <button
            type="button"
            className="tm-linkbtn th-contest"
            onClick={() => onContest({ label, chain, address: via ?? subject })}
          >
            Contest<span className="tm-sr"> “{label.label}”</span>
          </button>
        )}
      </span>
    </li>
  );
}

interface ListProps {
  readonly title: string;
  readonly note: string;
  readonly labels: readonly ScreeningLabel[];
  readonly context: LabelContext;
  readonly none: string;
}

function LabelList({ title, note, labels, context, none }: ListProps) {
  return (
    <section className="th-labels">
      <h2 className="tm-h">{title}</h2>
      <p className="tm-sm tm-t3">{note}</p>
      {labels.length === 0 ? (
        <p className="tm-sm tm-t2">{none}</p>
      ) : (
        <ul>
          {labels.map((label) => (
            <Label key={`${label.id}/${label.via}`} label={label} context={context} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** What the agency's own reviewers state; nothing is drawn where they state nothing. */
function OfAgency({ chain, address }: { readonly chain: Chain; readonly address: string }) {
  const { data = [] } = useQuery(agencyStatementsQuery(chain, address));
  if (data.length === 0) return null;
  return (
    <section className="th-labels">
      <h2 className="tm-h">Labels of your agency</h2>
      {data.map((statement) => (
        <p key={statement.id} className="tm-sm">
          <AgencyStatementText statement={statement} />
        </p>
      ))}
    </section>
  );
}

function Disagreements({
  disagreements,
  context,
}: {
  readonly disagreements: readonly Disagreement[];
  readonly context: LabelContext;
}) {
  if (disagreements.length === 0) return null;
  return (
    <section className="th-labels">
      <h2 className="tm-h">Labels that disagree</h2>
      <p className="tm-sm tm-t3">Side by side, never averaged. Confidence of 100 at the right.</p>
      {disagreements.map(({ address, labels, isCounterparty }) => (
        <div key={address}>
          <p className="tm-sm">
            {isCounterparty && <span className="tm-t3">A counterparty: </span>}
            <Hash value={address} kind="address" href={addressSearchUrl({ chain: context.chain, address })} />
          </p>
          <ul>
            {labels.map((label) => (
              <Label key={`${label.id}/${label.via}`} label={label} context={{ ...context, subject: address }} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** The attribution of the subject: its own labels, those of its cluster, and those that disagree, each apart. */
export function LabelsSection({
  screening,
  search,
  appeals,
}: ClusterLineProps & { readonly appeals: readonly LabelAppeal[] }) {
  const { own, inherited, disagreements, request } = screening;
  const { chain, subject } = request;
  const [contested, setContested] = useState<Contested | undefined>();
  if (subject.kind === 'transaction') return null;
  const context: LabelContext = { chain, subject: subject.text, search, appeals, onContest: setContested };
  return (
    <div className="th-identity">
      <LabelList
        title="Labels on the subject"
        note="Ownership: the source names this very address."
        labels={own}
        context={context}
        none="No label. This does not clear the address."
      />
      <LabelList
        title="Labels from its cluster"
        note="Inherited: on another address that is inferred to have the same owner."
        labels={inherited}
        context={context}
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
      <OfAgency chain={chain} address={subject.text} />
      <Disagreements disagreements={disagreements} context={context} />
      {contested && (
        <Suspense fallback={null}>
          <AppealDialog contested={contested} onClose={() => setContested(undefined)} />
        </Suspense>
      )}
    </div>
  );
}
