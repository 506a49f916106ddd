import type { AssetExposure, PartyClaim, PartyExposure } from '@trailmark/core/screening/exposure';
import type { Screening } from '@trailmark/core/screening/screening';
import { Amount } from '../../components/amount.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { Hash } from '../../components/hash.tsx';
import { Missing } from '../../components/missing.tsx';
import { formatFiat } from '../../format/fiat.ts';
import { formatCategory, formatDayText } from '../../format/label-words.ts';
import { formatPlural } from '../../format/number.ts';
import { formatDay } from '../../format/time.ts';
import { addressSearchUrl } from '../../url.ts';
import { PartyPaths } from './party-paths.tsx';
import { Payments } from './payments.tsx';
import { formatShare, WAY_WORDS } from './threat-words.ts';
import { TraceLinks } from './trace-links.tsx';

const SHOWN_PARTIES = 50;

function Listing({
  party: { listing, party },
  exposure,
}: {
  readonly party: PartyExposure;
  readonly exposure: AssetExposure;
}) {
  if (!listing) return party.listing ? <p className="tm-sm tm-t2">{party.listing}</p> : null;
  const { decimals, symbol } = exposure;
  const { before, unclear, after, lifted, listedFrom } = listing;
  return (
    <p className="tm-sm tm-t2">
      Listed {unclear > 0n && 'by '}
      {formatDayText(listedFrom) ?? listedFrom}: <Amount units={before} decimals={decimals} symbol={symbol} /> before,{' '}
      {unclear > 0n && (
        <>
          <Amount units={unclear} decimals={decimals} symbol={symbol} /> when it may have been listed already,{' '}
        </>
      )}
      <Amount units={after} decimals={decimals} symbol={symbol} /> on or after that day
      {lifted > 0n && (
        <>
          , <Amount units={lifted} decimals={decimals} symbol={symbol} /> after its removal from the list
        </>
      )}
      .
    </p>
  );
}

/** Its attribution, and how that is known. */
export function PartyName({ party }: Pick<PartyExposure, 'party'>) {
  const { basis, name, source, asOf, confidence, listing } = party;
  const kind = listing ? 'fact' : basis === 'claim' ? 'claim' : 'inference';
  const words = listing ?? `${source}${asOf ? `, ${asOf}` : ''}, confidence ${confidence} of 100`;
  return (
    <span title={words}>
      <EvidenceMark kind={kind} /> {basis === 'inference' && !listing && <span className="tm-t3">inferred: </span>}
      <bdi className="tm-said" translate="no">
        “{name.slice(0, 60)}”
      </bdi>
    </span>
  );
}

/** What other labels of its addresses say: each is read by the rules, and none is averaged. */
function OtherClaims({ others }: { readonly others: readonly PartyClaim[] }) {
  if (others.length === 0) return null;
  return (
    <p className="tm-sm tm-t2">
      Also labelled{' '}
      {others.map(({ category, name, source, confidence, listing }, at) => (
        <span key={category} title={listing ?? source}>
          {at > 0 && ', '}
          {formatCategory(category)} (
          <bdi className="tm-said" translate="no">
            “{name.slice(0, 60)}”
          </bdi>
          {listing === undefined && `, confidence ${confidence} of 100`})
        </span>
      ))}
    </p>
  );
}

/** Paths are of payments in one asset, from an address: none behind a trade, or from a transaction. */
function canShowPaths({ request }: Screening, { tradedFrom }: AssetExposure): boolean {
  return request.subject.kind === 'address' && tradedFrom === undefined;
}

export interface PartyRowsProps {
  readonly exposure: AssetExposure;
  readonly screening: Screening;
  readonly parties: readonly PartyExposure[];
  readonly caption: string;
}

/** The parties behind a row: who, how near, how much, when, and the payments. */
export function PartyRows({ exposure, screening, parties, caption }: PartyRowsProps) {
  const { decimals, symbol, asset } = exposure;
  const { chain } = screening.request;
  const ways = [...new Set(parties.map(({ way }) => way))];
  return (
    <div className="th-parties">
      <table>
        <caption className="tm-sr">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Party</th>
            <th scope="col">Exposure</th>
            <th scope="col" className="tm-r">
              Share
            </th>
            <th scope="col" className="tm-r">
              Amount, {symbol.slice(0, 12)}
            </th>
            <th scope="col" className="tm-r">
              Value then
            </th>
            <th scope="col">Payments there</th>
            <th scope="col">Largest payments</th>
          </tr>
        </thead>
        <tbody>
          {parties.slice(0, SHOWN_PARTIES).map((one) => (
            <tr key={`${one.way}/${one.ring}/${one.party.key}/${one.address}/${(one.others ?? []).length}`}>
              <td>
                <PartyName party={one.party} />
                <br />
                {one.address === null ? (
                  <span className="tm-t3 tm-sm">A memo or a log names it, without an address.</span>
                ) : (
                  <Hash value={one.address} kind="address" href={addressSearchUrl({ chain, address: one.address })} />
                )}
                <OtherClaims others={one.others ?? []} />
                <Listing party={one} exposure={exposure} />
              </td>
              <td>
                {WAY_WORDS[one.way]}, {one.ring}
                <br />
                <span className="tm-t3 tm-sm">
                  {formatPlural(one.minHops, 'hop')}, {formatPlural(one.ends, 'place')}
                </span>
              </td>
              <td className="tm-r">{formatShare(one.sharePpm)}</td>
              <td className="tm-r">
                <Amount units={one.amount} decimals={decimals} />
              </td>
              <td className="tm-r">
                {one.money === null ? (
                  <Missing reason="A day of these payments has no price.">no price</Missing>
                ) : (
                  formatFiat(one.money)
                )}
              </td>
              <td className="tm-nw">
                {formatDay(one.firstTime)}
                {one.lastTime - one.firstTime > 86_400 && (
                  <>
                    <br />
                    <span className="tm-t3">to {formatDay(one.lastTime)}</span>
                  </>
                )}
              </td>
              <td>
                <Payments chain={chain} refs={one.refs} />
                {one.address !== null && canShowPaths(screening, exposure) && (
                  <PartyPaths screening={screening} exposure={exposure} party={{ ...one, address: one.address }} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {parties.length > SHOWN_PARTIES && (
        <p className="tm-sm tm-t3">
          The {SHOWN_PARTIES} largest of {parties.length} parties are shown.
        </p>
      )}
      <p className="tm-row tm-wrap tm-sm">
        <TraceLinks screening={screening} ways={ways} asset={exposure.tradedFrom ?? asset} />
      </p>
    </div>
  );
}
