import type { WashFindingAnswer } from '@trailmark/api/contract/nft-wire';
import { useState } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { formatPlural } from '../../format/number.ts';
import { followUrl } from '../../url.ts';
import type { Unit } from './parts.tsx';
import { Proof } from './proof.tsx';
import type { CollectionAnswer } from './queries.ts';
import { RingPicture } from './ring-picture.tsx';
import { type CollectionPlace, collectionUrl, type NftSearch } from './search.ts';

const DAY = 86_400;

function formatSpan(seconds: number): string {
  const [days, hours, minutes] = [
    Math.floor(seconds / DAY),
    Math.floor((seconds % DAY) / 3_600),
    Math.floor((seconds % 3_600) / 60),
  ];
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`;
}

interface OneRingProps {
  readonly place: CollectionPlace;
  readonly ring: WashFindingAnswer;
  readonly unit: Unit;
  readonly weight: number;
  readonly missing: readonly string[];
}

/** A ring drawn, with why it is flagged, what would change this, and what was not tested. */
export function OneRing({ place, ring, unit, weight, missing }: OneRingProps) {
  const [isOpen, setOpen] = useState(false);
  const [first, last] = [ring.steps[0], ring.steps.at(-1)];
  const start = ring.steps[0]?.from.address;
  const paid = ring.sales.flatMap(({ flags }) => flags).find(({ rule }) => rule === 'paid-ring');
  const net = ring.wallets.reduce((sum, row) => sum + row.net, 0n);
  return (
    <div className="nf-tworow">
      <div>
        <RingPicture ring={ring} unit={unit} />
        <p className="tm-hint">
          Arrow: the token. Dotted: a table states the sale. Money goes the other way. Net sum{' '}
          {net === 0n ? '0' : 'not 0: a step was not paid in the main unit'}.
        </p>
      </div>
      <div className="nf-why">
        <h3 className="tm-h">Why it is flagged</h3>
        <ul className="nf-says">
          <li>
            <EvidenceMark kind={ring.sales[0]?.basis === 'stated' ? 'claim' : 'fact'} />{' '}
            {formatPlural(ring.steps.length, 'step')} return token {ring.token} to the wallet it started from
            {first && last && ` within ${formatSpan(last.time - first.time)}`}.
          </li>
          <li>
            <EvidenceMark kind="inference" /> {ring.title}, <b>weight {weight}</b>. The method page states what it does
            not show.
          </li>
          {ring.payments.length > 0 && (
            <li>
              <EvidenceMark kind="fact" /> {formatPlural(ring.payments.length, 'other payment')} among the wallets
              around this time.
            </li>
          )}
          {paid && (
            <li>
              <EvidenceMark kind="inference" /> {paid.title}, <b>weight {paid.weight}</b>.
            </li>
          )}
        </ul>
        <h3 className="tm-h">What would change this</h3>
        <p>
          An owner who buys a token back in the market fits the same steps. Payments among the wallets, a common funder
          or a refund would add weight. A flag is not proof of intent.
        </p>
        {missing.length > 0 && (
          <>
            <h3 className="tm-h">Not tested</h3>
            <p>{missing.join('. ')}.</p>
          </>
        )}
        <p className="tm-row tm-wrap">
          {start !== undefined && (
            <AppLink className="tm-btn sm" href={followUrl(place.chain, start)}>
              Open in coin flow
            </AppLink>
          )}
          <button type="button" className="tm-btn sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide the table' : 'Table and proof'}
          </button>
        </p>
      </div>
      {isOpen && (
        <div className="nf-wide">
          <Proof place={place} finding={ring} unit={unit} />
        </div>
      )}
    </div>
  );
}

/** What was not tested because it is not indexed, once each. */
export function listMissing({ rules }: Pick<CollectionAnswer, 'rules'>): string[] {
  return rules.filter(({ missing }) => missing !== null).map(({ title, missing }) => `${title}: ${missing}`);
}

/** Rings of a collection, one drawn at a time. */
export function RingsSection({
  place,
  answer,
  search,
}: {
  readonly place: CollectionPlace;
  readonly answer: CollectionAnswer;
  readonly search: NftSearch;
}) {
  const { rings, ringCount, rules, unsearchedTokens } = answer;
  const shown = Math.min(Number(search.ring ?? 0), rings.length - 1);
  const ring = rings[shown];
  const rule = rules.find(({ id }) => id === 'ring');
  return (
    <section className="tm-sect">
      <div className="tm-row tm-wrap">
        <h2 className="tm-h">Rings</h2>
        {rings.length > 1 && (
          <nav className="tm-seg" aria-label="Rings">
            {rings.map(({ index, token, wallets }, i) => (
              <AppLink
                key={index}
                href={collectionUrl(place, { ...search, ring: String(i) })}
                aria-current={i === shown ? 'true' : undefined}
              >
                Token {token !== null && token.length > 10 ? `${token.slice(0, 4)}…${token.slice(-4)}` : token},{' '}
                {wallets.length}
              </AppLink>
            ))}
          </nav>
        )}
        {ringCount > rings.length && (
          <span className="tm-t3 tm-sm">{ringCount} in all; the sales table lists every one</span>
        )}
      </div>
      {ring ? (
        <OneRing
          place={place}
          ring={ring}
          unit={answer.unit}
          weight={rule?.weight ?? 0}
          missing={listMissing(answer)}
        />
      ) : (
        <p className="tm-t2">
          No token returned to a wallet after 3 to 8 wallets within {answer.set.params.ringDays} days.
        </p>
      )}
      {unsearchedTokens.length > 0 && (
        <p className="tm-hint">
          Not searched to the end, because too many wallets passed them around: token{' '}
          {unsearchedTokens.slice(0, 8).join(', ')}.
        </p>
      )}
    </section>
  );
}
