import { formatCount } from '../../format/number.ts';
import { UnitAmount } from './parts.tsx';
import type { CollectionAnswer } from './queries.ts';

type Volume = CollectionAnswer['strict'][number];

/** A share in percent with two places, rounded down, from integers. */
export function formatShare(part: bigint, whole: bigint): string {
  if (whole === 0n) return '–';
  const hundredths = (part * 10_000n) / whole;
  return hundredths === 10_000n ? '100 %' : `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')} %`;
}

interface RowProps {
  readonly name: string;
  readonly note?: string;
  readonly count: number;
  readonly amount: bigint;
  readonly volume: Volume;
  readonly sign?: '−' | '=';
  readonly isStrong?: boolean;
}

function Row({ name, note, count, amount, volume, sign, isStrong = false }: RowProps) {
  return (
    <tr className={isStrong ? 'strong' : undefined}>
      <th scope="row">
        {name} {note && <small>{note}</small>}
      </th>
      <td className="tm-r">{formatCount(count)}</td>
      <td className="tm-r">
        {sign && <span className="nf-sign">{sign}</span>}
        <UnitAmount units={amount} unit={volume} />
      </td>
      <td className="tm-r">{formatShare(amount, volume.amount)}</td>
    </tr>
  );
}

/** All sales less flagged sales are the sales without wash trades, strict and loose under each other, to the smallest unit. */
export function VolumeTable({ answer }: { readonly answer: CollectionAnswer }) {
  const { strict, loose, set, unpricedCount } = answer;
  if (strict.length === 0) return <p className="tm-t2">No sale with a price is indexed.</p>;
  return (
    <>
      {strict.map((volume, i) => {
        const other = loose[i] ?? volume;
        return (
          <div key={volume.symbol} className="nf-scroll">
            <table className="nf-table nf-volume">
              <thead>
                <tr>
                  <th scope="col">
                    <span className="tm-sr">Sales</span>
                  </th>
                  <th scope="col" className="tm-r">
                    Sales
                  </th>
                  <th scope="col" className="tm-r">
                    Volume, {volume.symbol}
                  </th>
                  <th scope="col" className="tm-r">
                    Share
                  </th>
                </tr>
              </thead>
              <tbody>
                <Row name="All sales with a price" count={volume.count} amount={volume.amount} volume={volume} />
                <Row
                  name="Flagged, strict"
                  note={`weight ${set.strictFrom} or more`}
                  count={volume.flaggedCount}
                  amount={volume.flagged}
                  volume={volume}
                  sign="−"
                />
                <Row
                  name="Without wash trades, strict"
                  count={volume.cleanCount}
                  amount={volume.clean}
                  volume={volume}
                  sign="="
                  isStrong
                />
                <Row
                  name="Flagged, loose"
                  note={`weight ${set.looseFrom} or more`}
                  count={other.flaggedCount}
                  amount={other.flagged}
                  volume={other}
                  sign="−"
                />
                <Row
                  name="Without wash trades, loose"
                  count={other.cleanCount}
                  amount={other.clean}
                  volume={other}
                  sign="="
                  isStrong
                />
              </tbody>
            </table>
          </div>
        );
      })}
      {unpricedCount > 0 && (
        <p className="tm-hint">
          {formatCount(unpricedCount)} of {formatCount(answer.saleCount)} sales have no price and are in no sum.
        </p>
      )}
    </>
  );
}
