import type { ItemEventAnswer } from '@trailmark/api/contract/nft-wire';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { Time, ZoneSwitch } from '../../components/time.tsx';
import { formatPlural } from '../../format/number.ts';
import { Price, Txid, Wallet, Worth } from './parts.tsx';
import type { TokenAnswer } from './queries.ts';
import type { CollectionPlace } from './search.ts';

const EVENT_WORDS: Readonly<Record<ItemEventAnswer['kind'], string>> = {
  mint: 'Mint',
  transfer: 'Transfer without a payment',
  sale: 'Sale',
  loan: 'Given as security for a loan',
  'loan-end': 'Came back from a loan',
  wrap: 'Wrapped',
  unwrap: 'Unwrapped',
  bridge: 'Bridge',
  burn: 'Burned',
};

export function nameEvent({ kind }: Pick<ItemEventAnswer, 'kind'>): string {
  return EVENT_WORDS[kind];
}

function Costs({ place, event }: { readonly place: CollectionPlace; readonly event: ItemEventAnswer }) {
  const costs = event.sale?.costs ?? [];
  if (costs.length === 0) return null;
  return (
    <div className="tm-sm tm-t3">
      {costs.map(({ role, to, share }) => (
        <span key={`${role} ${to.address} ${share.amount}`} className="nf-cost">
          {role === 'other' ? 'share' : role} <Price price={share} /> to <Wallet chain={place.chain} party={to} />
        </span>
      ))}
    </div>
  );
}

function Gap({ message }: { readonly message: string }) {
  return (
    <tr className="nf-gap">
      <td className="thread broken" />
      <td colSpan={7}>
        <b>Gap.</b> {message}
      </td>
    </tr>
  );
}

function EventRow({ place, event }: { readonly place: CollectionPlace; readonly event: ItemEventAnswer }) {
  const { sale, approvals } = event;
  const isRing = sale?.flags.some(({ rule }) => rule === 'ring') ?? false;
  return (
    <tr>
      <td className={`thread${isRing ? ' ring' : ''}`}>
        <span className="dot" />
      </td>
      <td>
        <Time seconds={event.time} />
      </td>
      <td>
        <EvidenceMark kind={sale?.basis === 'stated' ? 'claim' : 'fact'} /> {nameEvent(event)}{' '}
        {sale && (
          <span className="tm-t3 tm-sm">
            {sale.market}
            {sale.itemCount > 1 && `, bundle of ${sale.itemCount}`}
          </span>
        )}
        <Costs place={place} event={event} />
        {approvals.length > 0 && event.kind === 'transfer' && (
          <div className="tm-sm tm-t3">
            Open when it left:{' '}
            {approvals.map(({ spender, isAll }) => (
              <span key={spender.address} className="nf-cost">
                <Wallet chain={place.chain} party={spender} />
                {isAll && ' (all of the collection)'}
              </span>
            ))}
          </div>
        )}
      </td>
      <td>
        <Wallet chain={place.chain} party={event.from} />
      </td>
      <td>
        <Wallet chain={place.chain} party={event.to} />
      </td>
      <td className="tm-r">{sale ? <Price price={sale.price} /> : null}</td>
      <td className="tm-r">{sale ? <Worth price={sale.price} /> : null}</td>
      <td>
        {sale ? (
          <>
            <b>{sale.weight}</b> <span className="tm-sm">{sale.flags.map(({ title }) => title).join('; ')}</span>
          </>
        ) : (
          <Txid chain={place.chain} txid={event.txid} />
        )}
      </td>
    </tr>
  );
}

/** One thread from the first event to the last: solid where ownership is continuous, dashed at a gap. */
export function Provenance({ place, answer }: { readonly place: CollectionPlace; readonly answer: TokenAnswer }) {
  const breaks = new Map(answer.breaks.map(({ before, message }) => [before, message]));
  return (
    <section className="tm-sect">
      <h2 className="tm-h">
        Provenance{' '}
        <small>
          {formatPlural(answer.events.length, 'event')}, {formatPlural(answer.breaks.length, 'gap')}, oldest first
        </small>
      </h2>
      <div className="nf-scroll">
        <table className="nf-table nf-provenance">
          <thead>
            <tr>
              <th scope="col">
                <span className="tm-sr">Thread</span>
              </th>
              <th scope="col">
                <ZoneSwitch />
              </th>
              <th scope="col">Event</th>
              <th scope="col">From</th>
              <th scope="col">To</th>
              <th scope="col" className="tm-r">
                Price
              </th>
              <th scope="col" className="tm-r">
                USD then
              </th>
              <th scope="col">Wash weight</th>
            </tr>
          </thead>
          <tbody>
            {answer.events.flatMap((event, i) => {
              const message = breaks.get(i);
              const key = `${event.txid} ${event.time} ${i}`;
              const row = <EventRow key={key} place={place} event={event} />;
              return message === undefined ? [row] : [<Gap key={`gap ${key}`} message={message} />, row];
            })}
            {answer.isCut && <Gap message="Later events are indexed and not listed here." />}
            {answer.ownerToday === null && !answer.isEdition && (
              <Gap message="What came later is not indexed. The owner today is not known." />
            )}
          </tbody>
        </table>
      </div>
    </section>
  );
}
