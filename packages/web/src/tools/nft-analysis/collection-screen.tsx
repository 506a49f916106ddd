import '../../components/tool-page.css';
import './nft.css';
import { IconDownload, IconRefresh } from '@tabler/icons-react';
import { useParams, useSearch } from '@tanstack/react-router';
import { chainName } from '@trailmark/chains/account-catalogue';
import type { AccountChainId } from '@trailmark/core/chain';
import { AppLink } from '../../components/app-link.tsx';
import { AsOfLine } from '../../components/as-of-line.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { CoverageBanner } from '../../components/coverage-banner.tsx';
import { Crumbs } from '../../components/crumbs.tsx';
import { DownloadMenu } from '../../components/download-menu.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { quoteStrange } from '../../format/asset.ts';
import { shorten } from '../../format/identifier.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import { AddToCase } from '../../parts/cases/add-to-case.tsx';
import { addressSearchUrl, followUrl } from '../../url.ts';
import { useRun } from '../../use-run.ts';
import { CollectionFacts, PeopleSection } from './collection-facts.tsx';
import { PeriodCharts } from './period-charts.tsx';
import { PriceTransfers } from './price-transfers.tsx';
import { type CollectionAnswer, collectionQuery, exportUrl } from './queries.ts';
import { RingsSection } from './rings-section.tsx';
import { RulesSection } from './rules-section.tsx';
import { SalesSection } from './sales-section.tsx';
import { type CollectionPlace, type NftSearch, nftSearch, nftUrl } from './search.ts';
import { TheftsSection } from './thefts-section.tsx';
import { VolumeTable } from './volume-table.tsx';

/** What a collection is called: a stranger's text in quotation marks, unless a list vouches for it. */
export function nameCollection({ name, isVerified, contract }: CollectionAnswer['identity']): string {
  if (name === null || name === '') return shorten(contract);
  return isVerified ? name : quoteStrange(name, 40);
}

interface HeadProps {
  readonly place: CollectionPlace;
  readonly answer: CollectionAnswer | undefined;
  readonly search: NftSearch;
  readonly isBusy: boolean;
  readonly onRun: () => void;
}

function Head({ place, answer, search, isBusy, onRun }: HeadProps) {
  const name = answer ? nameCollection(answer.identity) : shorten(place.contract);
  const query = search.set === undefined ? {} : { set: search.set };
  return (
    <>
      <Crumbs items={[{ label: 'NFT analysis', href: nftUrl() }, { label: chainName(place.chain) }, { label: name }]} />
      <div className="tm-row tm-between tm-wrap">
        <div>
          <h1 className="tm-title">{name}</h1>
          <p className="tm-mono tm-sm nf-address">
            {answer?.identity.contract ?? place.contract}{' '}
            <CopyButton value={answer?.identity.contract ?? place.contract} what="contract" size="sm" />
          </p>
        </div>
        <div className="tm-row tm-wrap">
          <AppLink className="tm-btn" href={followUrl(place.chain, place.contract)}>
            Coin flow
          </AppLink>
          {answer && (
            <DownloadMenu
              button={
                <button type="button" className="tm-btn">
                  <IconDownload size={16} stroke={1.5} aria-hidden="true" />
                  Export all, {formatPlural(answer.saleCount, 'row')}
                </button>
              }
              files={(['csv', 'xlsx', 'json'] as const).map((format) => ({
                href: exportUrl(place, search.set, format),
                name: format.toUpperCase(),
              }))}
              note={<p className="tm-t3 tm-sm">Every sale with its weights and flags, and what the file rests on.</p>}
            />
          )}
          <button type="button" className="tm-btn" disabled={isBusy} onClick={onRun}>
            <IconRefresh size={16} stroke={1.5} aria-hidden="true" />
            Read again
          </button>
          {answer && (
            <AddToCase
              className="tm-btn pri"
              of={{ kind: 'nft-collection', input: { params: { ...place }, query }, what: `the collection ${name}` }}
            />
          )}
        </div>
      </div>
    </>
  );
}

function Body({
  place,
  answer,
  search,
}: {
  readonly place: CollectionPlace;
  readonly answer: CollectionAnswer;
  readonly search: NftSearch;
}) {
  if (answer.transferCount === 0)
    return (
      <p className="tm-t2">
        No transfer of an item of this contract is indexed. It may be another kind of contract, or its blocks are not
        indexed:{' '}
        <AppLink href={addressSearchUrl({ chain: place.chain, address: place.contract })}>open its history</AppLink>.
      </p>
    );
  const { identity, tokenCount, transferCount, namelessCount } = answer;
  return (
    <>
      <p className="tm-sm tm-t2">
        {identity.standard}. {formatPlural(transferCount, 'transfer')} of {formatPlural(tokenCount, 'item')},{' '}
        {formatPlural(answer.saleCount, 'sale')}
        {namelessCount > 0 &&
          `; ${formatCount(namelessCount)} sales name no buyer or no seller, so that no rule can read them`}
        .
      </p>
      <div className="nf-tworow">
        <section className="tm-sect">
          <h2 className="tm-h">Volume with and without wash trades</h2>
          <VolumeTable answer={answer} />
        </section>
        <section className="tm-sect">
          <h2 className="tm-h">Collection</h2>
          <CollectionFacts answer={answer} />
        </section>
      </div>
      <PeriodCharts answer={answer} />
      <RingsSection place={place} answer={answer} search={search} />
      <RulesSection place={place} answer={answer} search={search} />
      <SalesSection place={place} answer={answer} search={search} />
      <TheftsSection chain={place.chain} thefts={answer.thefts} total={answer.theftCount} />
      <PriceTransfers place={place} answer={answer} />
      <PeopleSection place={place} answer={answer} />
      <p className="tm-foot">
        <span className="tm-grow">
          <AsOfLine asOf={answer.asOf} /> Rules {answer.set.version}. Worth by daily close. Inferences, not findings of
          fact: a flag is no proof of intent.
        </span>
        <span className="tm-mono tm-nw" title={`SHA-256 of this result: ${answer.provenance.hash}`}>
          result {answer.provenance.hash.slice(0, 8)}{' '}
          <CopyButton value={answer.provenance.hash} what="hash of the result" size="sm" />
        </span>
      </p>
    </>
  );
}

/** A collection: its volume with and without wash trades, rules, rings, flagged sales with their proofs. */
export function CollectionScreen() {
  const params = useParams({ strict: false }) as { readonly chain: AccountChainId; readonly contract: string };
  const place = { chain: params.chain, contract: params.contract };
  const search = nftSearch.parse(useSearch({ strict: false }));
  const { data, error, isFetching, isCancelled, cancel, run } = useRun(collectionQuery(place, search.set));
  useDocumentTitle(`${data ? nameCollection(data.identity) : shorten(place.contract)} · NFT analysis`);
  return (
    <div className="tm-page tm-stack as-page nf-page">
      <Head place={place} answer={data} search={search} isBusy={isFetching} onRun={run} />
      {error && !isFetching && <ErrorPanel error={error} what="This collection" onRetry={run} />}
      {isCancelled && (
        <p className="tm-hint">
          Reading was cancelled; nothing was kept of it.{' '}
          <button type="button" className="tm-linkbtn" onClick={run}>
            Read it
          </button>
        </p>
      )}
      {!data && isFetching && (
        <>
          <p className="tm-row tm-between">
            <span className="tm-t2">The collection is read from its first transfer.</span>
            <button type="button" className="tm-btn sm" onClick={cancel}>
              Cancel
            </button>
          </p>
          <Skeleton what="the collection">
            <RowBars rows={8} columns={['180px', '90px', '220px', '80px', '160px', '220px']} />
          </Skeleton>
        </>
      )}
      {data && (
        <div className="tm-stack" aria-busy={isFetching}>
          <CoverageBanner coverage={data.coverage} />
          <Body place={place} answer={data} search={search} />
        </div>
      )}
    </div>
  );
}
