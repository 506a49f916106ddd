import { Missing } from '../../components/missing.tsx';
import { formatCount } from '../../format/number.ts';
import { UnitAmount, Wallet } from './parts.tsx';
import type { CollectionAnswer } from './queries.ts';
import type { CollectionPlace } from './search.ts';
import { formatShare } from './volume-table.tsx';

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What is known of the collection in addition to its volume; what is not indexed is not known. */
export function CollectionFacts({ answer }: { readonly answer: CollectionAnswer }) {
  const { holders, minters, highest, largestTen, periods, unit } = answer;
  const last = periods.findLast(({ lowest }) => lowest !== null);
  const [top] = highest;
  const month = last && new Date(last.time * 1_000).toISOString().slice(0, 7);
  return (
    <dl className="nf-facts">
      <Fact name="Floor">
        <Missing reason="Offers are signed off chain: the lowest one is in no block." />
        {last?.lowest !== undefined && last.lowest !== null && (
          <small>
            {' '}
            lowest sale since {month}: <UnitAmount units={last.lowest} unit={unit} withSymbol />
          </small>
        )}
      </Fact>
      <Fact name="Holders">
        {holders.reason === null ? (
          <>
            {formatCount(holders.count)} <small>of {holders.items.toLocaleString('en')} items</small>
          </>
        ) : (
          <>
            <Missing reason={holders.reason} /> <small>{holders.reason}</small>
          </>
        )}
      </Fact>
      <Fact name="Traders">
        {formatCount(answer.traderCount)} <small>wallets that bought or sold</small>
      </Fact>
      <Fact name="Ten largest buyers">
        {formatShare(largestTen.bought, largestTen.all)} <small>of the volume with a named buyer</small>
      </Fact>
      <Fact name="Highest sale">
        {top?.price ? (
          <>
            <UnitAmount units={top.price.amount} unit={unit} withSymbol />{' '}
            <small>
              token {top.tokens[0]?.slice(0, 12)}, {new Date(top.time * 1_000).toISOString().slice(0, 10)}
            </small>
          </>
        ) : (
          <Missing reason="No sale has a price." />
        )}
      </Fact>
      <Fact name="Minters">
        {minters.reason === null ? (
          <>
            {formatCount(minters.count)} <small>their first funders are in the table below</small>
          </>
        ) : (
          <>
            <Missing reason={minters.reason} /> <small>{minters.reason}</small>
          </>
        )}
      </Fact>
    </dl>
  );
}

/** Largest traders, holders and minters with who funded them. */
export function PeopleSection({
  place,
  answer,
}: {
  readonly place: CollectionPlace;
  readonly answer: CollectionAnswer;
}) {
  const { traders, unit, holders, minters } = answer;
  const { chain } = place;
  return (
    <section className="tm-sect">
      <h2 className="tm-h">
        Largest traders <small>by what they bought, flagged sales included</small>
      </h2>
      <div className="nf-scroll">
        <table className="nf-table">
          <thead>
            <tr>
              <th scope="col">Wallet</th>
              <th scope="col" className="tm-r">
                Bought
              </th>
              <th scope="col" className="tm-r">
                For, {unit.symbol}
              </th>
              <th scope="col" className="tm-r">
                Sold
              </th>
              <th scope="col" className="tm-r">
                For, {unit.symbol}
              </th>
            </tr>
          </thead>
          <tbody>
            {traders.map(({ wallet, boughtCount, bought, soldCount, sold }) => (
              <tr key={wallet.address}>
                <td>
                  <Wallet chain={chain} party={wallet} />
                </td>
                <td className="tm-r">{formatCount(boughtCount)}</td>
                <td className="tm-r">
                  <UnitAmount units={bought} unit={unit} />
                </td>
                <td className="tm-r">{formatCount(soldCount)}</td>
                <td className="tm-r">
                  <UnitAmount units={sold} unit={unit} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="nf-two">
        {holders.reason === null && holders.top.length > 0 && (
          <table className="nf-table">
            <caption>Largest holders</caption>
            <tbody>
              {holders.top.map(({ wallet, items }) => (
                <tr key={wallet.address}>
                  <td>
                    <Wallet chain={chain} party={wallet} />
                  </td>
                  <td className="tm-r">{items.toLocaleString('en')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {minters.top.length > 0 && (
          <table className="nf-table">
            <caption>Minters and who first funded them</caption>
            <tbody>
              {minters.top.map(({ wallet, items, funder }) => (
                <tr key={wallet.address}>
                  <td>
                    <Wallet chain={chain} party={wallet} />
                  </td>
                  <td className="tm-r">{formatCount(items)}</td>
                  <td>
                    {funder ? (
                      <Wallet chain={chain} party={funder} />
                    ) : (
                      <Missing reason="Its first payment is not indexed." />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </section>
  );
}
