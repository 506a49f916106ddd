import { AppLink } from '../../components/app-link.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { Time } from '../../components/time.tsx';
import { Price, UnitAmount, Wallet } from './parts.tsx';
import type { CollectionAnswer } from './queries.ts';
import { type CollectionPlace, tokenUrl } from './search.ts';

/** Sales far above the usual price between linked wallets: a price can carry value that is not for the token. */
export function PriceTransfers({
  place,
  answer,
}: {
  readonly place: CollectionPlace;
  readonly answer: CollectionAnswer;
}) {
  const { priceTransfers, unit } = answer;
  return (
    <section className="tm-sect">
      <h2 className="tm-h">
        Value moved by price{' '}
        <small>five times the usual price or more, between wallets that something else links</small>
      </h2>
      {priceTransfers.length === 0 ? (
        <p className="tm-t2">
          No such sale. Links by money can only be found where payments of the traders are indexed.
        </p>
      ) : (
        <ul className="nf-thefts">
          {priceTransfers.map(({ sale, usual, links }) => (
            <li key={sale.index}>
              <EvidenceMark kind="inference" /> <Time seconds={sale.time} />, token{' '}
              <AppLink className="tm-mono" href={tokenUrl(place, sale.tokens[0] ?? '0')}>
                {sale.tokens[0]?.slice(0, 12)}
              </AppLink>
              : <Wallet chain={place.chain} party={sale.seller} /> to <Wallet chain={place.chain} party={sale.buyer} />{' '}
              for <Price price={sale.price} />; usual before: <UnitAmount units={usual} unit={unit} withSymbol />.
              Linked by: {links.map(({ title }) => title).join('; ')}.
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
