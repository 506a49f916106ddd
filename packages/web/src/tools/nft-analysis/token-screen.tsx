import '../../components/tool-page.css';
import './nft.css';
import { IconPhotoOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { chainName } from '@trailmark/chains/account-catalogue';
import type { AccountChainId } from '@trailmark/core/chain';
import { AppLink } from '../../components/app-link.tsx';
import { AsOfLine } from '../../components/as-of-line.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { CoverageBanner } from '../../components/coverage-banner.tsx';
import { Crumbs } from '../../components/crumbs.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Statements } from '../../components/evidence-mark.tsx';
import { Hash } from '../../components/hash.tsx';
import { KeyFigures } from '../../components/key-figures.tsx';
import { Missing } from '../../components/missing.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { formatFiat } from '../../format/fiat.ts';
import { shorten } from '../../format/identifier.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import { formatTime } from '../../format/time.ts';
import { AddToCase } from '../../parts/cases/add-to-case.tsx';
import { followUrl } from '../../url.ts';
import { nameCollection } from './collection-screen.tsx';
import { Price, UnitAmount, Wallet } from './parts.tsx';
import { Provenance } from './provenance.tsx';
import { type TokenAnswer, tokenQuery } from './queries.ts';
import { OneRing } from './rings-section.tsx';
import { type CollectionPlace, collectionUrl, type NftSearch, nftSearch, nftUrl } from './search.ts';
import { TheftsSection } from './thefts-section.tsx';
import { TokenPrices } from './token-prices.tsx';

const KIND_WORDS: Readonly<Record<TokenAnswer['metadata']['kind'], string>> = {
  'on-chain': 'kept by the contract itself',
  ipfs: 'IPFS, named by its content',
  arweave: 'Arweave',
  http: 'a web server, which can change it',
  other: 'a link of another kind',
  'not-known': 'not known',
};

/** A picture only where the contract itself logged it as SVG: shown as an image it runs no script and loads nothing. */
function Picture({ metadata }: Pick<TokenAnswer, 'metadata'>) {
  if (metadata.picture !== null)
    return (
      <img
        className="nf-picture"
        src={`data:image/svg+xml;base64,${metadata.picture}`}
        alt="The SVG that the contract logged"
      />
    );
  return (
    <div className="nf-picture empty">
      <IconPhotoOff size={20} stroke={1.5} aria-hidden="true" />
      <p>Picture not loaded</p>
      <p className="tm-t3 tm-sm">
        {metadata.kind === 'not-known' ? 'No link is indexed' : 'No media source is enabled'}
      </p>
    </div>
  );
}

function Metadata({ answer }: { readonly answer: TokenAnswer }) {
  const { metadata, identity } = answer;
  return (
    <dl className="nf-meta">
      <div>
        <dt>Contract</dt>
        <dd>
          <Hash value={identity.contract} kind="address" whole />{' '}
          <CopyButton value={identity.contract} what="contract" size="sm" />
        </dd>
      </div>
      <div>
        <dt>Token id</dt>
        <dd className="tm-mono nf-break">
          {answer.token} <CopyButton value={answer.token} what="token id" size="sm" />
        </dd>
      </div>
      <div>
        <dt>Standard</dt>
        <dd>{identity.standard}</dd>
      </div>
      <div>
        <dt>Metadata</dt>
        <dd>
          {metadata.kind === 'not-known' ? <Missing reason={metadata.reason ?? ''} /> : KIND_WORDS[metadata.kind]}
          {metadata.hash !== null && (
            <>
              {' '}
              <span className="tm-mono nf-break">{metadata.hash}</span>
            </>
          )}
          {metadata.uri !== null && (
            <span className="tm-t3 tm-sm nf-break">
              {' '}
              “{metadata.uri.slice(0, 120)}
              {metadata.uri.length > 120 && '…'}”
            </span>
          )}
          {metadata.reason !== null && <span className="tm-t3 tm-sm"> {metadata.reason}</span>}
        </dd>
      </div>
    </dl>
  );
}

function noteOwner({ ownerToday, isEdition }: TokenAnswer): string {
  if (isEdition) return 'an edition of several pieces';
  return ownerToday ? 'every block is indexed' : 'later transfers are not indexed';
}

function Figures({ chain, answer }: { readonly chain: AccountChainId; readonly answer: TokenAnswer }) {
  const { lastPrice, saleCount, saleSum, cleanCount, cleanSum, unit, lastOwner, lastOwnerSince, ownerToday } = answer;
  const several = 'An edition: several people may own a piece at a time.';
  return (
    <KeyFigures
      figures={[
        {
          label: 'Last price',
          value: <Price price={lastPrice} />,
          note: lastPrice?.value != null ? `${formatFiat(lastPrice.value)} USD then` : 'no price of the day',
        },
        {
          label: 'Sales',
          value: formatCount(saleCount),
          note: (
            <>
              <UnitAmount units={saleSum} unit={unit} withSymbol /> in total
            </>
          ),
        },
        {
          label: 'Without flagged sales',
          value: formatCount(cleanCount),
          note: (
            <>
              <UnitAmount units={cleanSum} unit={unit} withSymbol /> in total
            </>
          ),
        },
        {
          label: 'Last known owner',
          value: answer.isEdition ? <Missing reason={several} /> : <Wallet chain={chain} party={lastOwner} />,
          note: lastOwnerSince === null ? '' : `since ${formatTime(lastOwnerSince).slice(0, 10)}`,
          small: true,
        },
        {
          label: 'Owner today',
          value: ownerToday ? (
            <Wallet chain={chain} party={ownerToday} />
          ) : (
            <Missing
              reason={answer.isEdition ? several : 'Later blocks, or transfers without a sale, are not indexed.'}
            />
          ),
          note: noteOwner(answer),
          small: true,
        },
      ]}
    />
  );
}

function Body({ place, answer }: { readonly place: CollectionPlace; readonly answer: TokenAnswer }) {
  const flagged = answer.events.filter(({ sale }) => (sale?.weight ?? 0) > 0).length;
  const [ring] = answer.rings;
  const stated = answer.events.some(({ sale }) => sale?.basis === 'stated');
  const [first, last] = [answer.events[0], answer.events.at(-1)];
  return (
    <>
      <div className="nf-head">
        <Picture metadata={answer.metadata} />
        <div className="tm-stack nf-says-box">
          <Statements
            items={[
              {
                kind: stated ? 'claim' : 'fact',
                text: `${formatPlural(answer.events.length, 'transfer')} with ${formatPlural(answer.saleCount, 'sale')} ${stated ? 'are listed' : 'are on chain'} for this token${first && last ? `, ${formatTime(first.time).slice(0, 10)} to ${formatTime(last.time).slice(0, 10)}` : ''}.`,
              },
              {
                kind: 'inference',
                text: ring
                  ? `${formatPlural(ring.saleCount, 'sale')} of it form a ring: the token returns to its seller.`
                  : flagged > 0
                    ? `${formatPlural(flagged, 'sale')} of it are flagged by wash rules.`
                    : 'No wash rule flags a sale of it. That does not clear it.',
              },
            ]}
          />
          <Metadata answer={answer} />
        </div>
      </div>
      <Figures chain={place.chain} answer={answer} />
      <Provenance place={place} answer={answer} />
      <TokenPrices answer={answer} />
      {ring && (
        <section className="tm-sect">
          <h2 className="tm-h">The ring</h2>
          <OneRing
            place={place}
            ring={ring}
            unit={answer.unit}
            weight={
              answer.events.flatMap(({ sale }) => sale?.flags ?? []).find(({ rule }) => rule === 'ring')?.weight ?? 0
            }
            missing={[]}
          />
        </section>
      )}
      <TheftsSection chain={place.chain} thefts={answer.thefts} total={answer.thefts.length} />
      <p className="tm-foot">
        <span className="tm-grow">
          <AsOfLine asOf={answer.asOf} /> Worth by daily close. {answer.provenance.method.split(' ')[0]}.
        </span>
        <span className="tm-mono tm-nw" title={`SHA-256 of this result: ${answer.provenance.hash}`}>
          result {answer.provenance.hash.slice(0, 8)}{' '}
          <CopyButton value={answer.provenance.hash} what="hash of the result" size="sm" />
        </span>
      </p>
    </>
  );
}

/** One token: where it came from, who had it, what was paid, and what rules find in it. */
export function TokenScreen() {
  const { chain, contract, token } = useParams({ strict: false }) as {
    readonly chain: AccountChainId;
    readonly contract: string;
    readonly token: string;
  };
  const place = { chain, contract };
  const search: NftSearch = nftSearch.parse(useSearch({ strict: false }));
  const { data, error, isFetching, refetch } = useQuery(tokenQuery(place, token, search.set));
  const short = token.length > 14 ? `${token.slice(0, 6)}…${token.slice(-4)}` : token;
  const name = data ? nameCollection(data.identity) : shorten(contract);
  useDocumentTitle(`${name} ${short} · NFT analysis`);
  return (
    <div className="tm-page tm-stack as-page nf-page">
      <Crumbs
        items={[
          { label: 'NFT analysis', href: nftUrl() },
          { label: chainName(chain) },
          { label: name, href: collectionUrl(place, { set: search.set }) },
          { label: short },
        ]}
      />
      <div className="tm-row tm-between tm-wrap">
        <h1 className="tm-title">
          {name} {short}
        </h1>
        <div className="tm-row tm-wrap">
          {data?.lastOwner && (
            <AppLink className="tm-btn" href={followUrl(chain, data.lastOwner.address)}>
              Coin flow
            </AppLink>
          )}
          {data && (
            <AddToCase
              className="tm-btn pri"
              of={{
                kind: 'nft-token',
                input: {
                  params: { chain, contract, token },
                  query: search.set === undefined ? {} : { set: search.set },
                },
                what: `the token ${short} of ${name}`,
              }}
            />
          )}
        </div>
      </div>
      {error && !isFetching && <ErrorPanel error={error} what="This token" onRetry={() => void refetch()} />}
      {!data && isFetching && (
        <Skeleton what="the token">
          <RowBars rows={8} columns={['130px', '110px', '160px', '160px', '90px']} />
        </Skeleton>
      )}
      {data && (
        <div className="tm-stack" aria-busy={isFetching}>
          <CoverageBanner coverage={data.coverage} />
          <Body place={place} answer={data} />
        </div>
      )}
    </div>
  );
}
