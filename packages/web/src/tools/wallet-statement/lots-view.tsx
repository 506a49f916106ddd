import type { StatementAnswer } from '@trailmark/api/contract/statement';
import { hasNoValue } from '@trailmark/core/statement/lots';
import { LOT_METHODS, type LotMethod } from '@trailmark/core/statement/statement';
import { useState } from 'react';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { FilterPick } from '../../components/form/filter-pick.tsx';
import { Missing } from '../../components/missing.tsx';
import { formatFiat } from '../../format/fiat.ts';
import { formatCount } from '../../format/number.ts';
import { formatDay } from '../../format/time.ts';
import { type Asset, AssetAmount, assetWords } from './statement-asset.tsx';
import { METHOD_WORDS } from './statement-words.ts';

type Lots = StatementAnswer['lots'][number];
type Result = Lots['results'][number];

const SHOWN = 100;

function Taken({
  result,
  lot,
  amount,
  asset,
}: {
  readonly result: Result;
  readonly lot: string;
  readonly amount: bigint;
  readonly asset: Asset;
}) {
  if (result.method === 'average')
    return <Missing reason="The average pools all lots: no single one is taken.">pooled</Missing>;
  const taken = result.taken.find((part) => part.lot === lot)?.amount ?? 0n;
  const share = amount === 0n ? 0 : Number((taken * 1_000n) / amount) / 1_000;
  return (
    <span className="ws-taken">
      <AssetAmount asset={asset} units={taken} />
      <svg viewBox="0 0 100 10" width="72" height="8" aria-hidden="true" preserveAspectRatio="none">
        <rect className="all" x="0.5" y="0.5" width="99" height="9" />
        <rect className="part" x="0.5" y="0.5" width={99 * share} height="9" />
      </svg>
    </span>
  );
}

const SUMS = [
  ['proceeds', 'Value when it left'],
  ['cost', 'Cost of what left'],
  ['gain', 'Gain or loss'],
] as const;

/** Money of what left: words where none of it had a price, never zero. */
function Sum({ result, of }: { readonly result: Result; readonly of: (typeof SUMS)[number][0] }) {
  return hasNoValue(result) ? (
    <Missing reason="Nothing that left has a known price and cost." />
  ) : (
    formatFiat(result[of])
  );
}

function LotsTable({
  lots,
  asset,
  currency,
  used,
}: {
  readonly lots: Lots;
  readonly asset: Asset;
  readonly currency: string;
  readonly used: LotMethod;
}) {
  const results = LOT_METHODS.flatMap((method) => lots.results.find((one) => one.method === method) ?? []);
  const look = (method: LotMethod) => (method === used ? 'tm-r ws-used' : 'tm-r');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable by keyboard
    <section className="ws-scroll" tabIndex={0} aria-label="Lots by method">
      <table className="tm-charttable ws-lots">
        <caption className="tm-sr">Which lots left, by method</caption>
        <thead>
          <tr>
            <th scope="col">Lot</th>
            <th scope="col" className="tm-r">
              Acquired, {assetWords(asset)}
            </th>
            <th scope="col" className="tm-r">
              {currency} then
            </th>
            {results.map(({ method }) => (
              <th key={method} scope="col" className={look(method)}>
                {METHOD_WORDS[method]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lots.lots.slice(0, SHOWN).map((lot) => (
            <tr key={lot.id}>
              <th scope="row">
                {lot.id}{' '}
                <span className="tm-t3 tm-sm">
                  {formatDay(lot.time)},{' '}
                  {lot.line === undefined ? 'before the period' : `line ${formatCount(lot.line)}`}
                </span>
              </th>
              <td className="tm-r">
                <AssetAmount asset={asset} units={lot.amount} />
              </td>
              <td className="tm-r">
                {lot.from !== undefined && <span className="tm-t3 tm-sm">kept from {lot.from} </span>}
                {lot.cost === undefined ? (
                  <Missing reason="There is no price of this day.">no price</Missing>
                ) : (
                  formatFiat(lot.cost)
                )}
              </td>
              {results.map((result) => (
                <td key={result.method} className={look(result.method)}>
                  <Taken result={result} lot={lot.id} amount={lot.amount} asset={asset} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              Left at close, {assetWords(asset)}
            </th>
            {results.map(({ method, left }) => (
              <td key={method} className={look(method)}>
                <AssetAmount asset={asset} units={left} />
              </td>
            ))}
          </tr>
          {SUMS.map(([id, words]) => (
            <tr key={id} className={id}>
              <th scope="row" colSpan={3}>
                {words}, {currency}
              </th>
              {results.map((result) => (
                <td key={result.method} className={look(result.method)}>
                  <Sum result={result} of={id} />
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row" colSpan={3}>
              Left without a known price or cost, {assetWords(asset)}{' '}
              <span className="tm-t3">in none of the sums above</span>
            </th>
            {results.map(({ method, unknown }) => (
              <td key={method} className={look(method)}>
                <AssetAmount asset={asset} units={unknown} />
              </td>
            ))}
          </tr>
          {results.some(({ unsold }) => unsold > 0n) && (
            <tr>
              <th scope="row" colSpan={3}>
                Moved without a sale, {assetWords(asset)}{' '}
                <span className="tm-t3">wraps, bridge transfers, validator deposits: in none of the sums above</span>
              </th>
              {results.map(({ method, unsold }) => (
                <td key={method} className={look(method)}>
                  <AssetAmount asset={asset} units={unsold} />
                </td>
              ))}
            </tr>
          )}
        </tfoot>
      </table>
    </section>
  );
}

function Spends({ lots, asset }: { readonly lots: Lots; readonly asset: Asset }) {
  if (lots.spends.length === 0) return null;
  const words = (spend: Lots['spends'][number], method: LotMethod) =>
    spend.takes
      .find((one) => one.method === method)
      ?.parts.map(({ lot }) => lot)
      .slice(0, 6)
      .join(', ') ?? '';
  return (
    <section className="tm-sect">
      <h2 className="tm-h">
        Spends{' '}
        <small>
          the lots that each method takes
          {lots.spendCount > 50 && `, first 50 of ${formatCount(lots.spendCount)}`}
        </small>
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable by keyboard */}
      <section className="ws-scroll" tabIndex={0} aria-label="Lots of each spend">
        <table className="tm-charttable">
          <caption className="tm-sr">Spends</caption>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col" className="tm-r">
                Spent, {assetWords(asset)}
              </th>
              {LOT_METHODS.filter((method) => method !== 'average').map((method) => (
                <th key={method} scope="col">
                  {METHOD_WORDS[method]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lots.spends.slice(0, 50).map((spend) => (
              <tr key={`${spend.line} ${spend.amount}`}>
                <td>{formatCount(spend.line)}</td>
                <td className="tm-r">
                  <AssetAmount asset={asset} units={spend.amount} />
                </td>
                {LOT_METHODS.filter((method) => method !== 'average').map((method) => (
                  <td key={method}>{words(spend, method)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

export interface LotsViewProps {
  readonly answer: StatementAnswer;
  readonly used: LotMethod;
  readonly onUse: (method: LotMethod) => void;
}

/** Which coins left by each method, side by side: results are never averaged, and one of them is the one that is used. */
export function LotsView({ answer, used, onUse }: LotsViewProps) {
  const assets = new Map(answer.balances.map((row) => [row.asset.id, row.asset]));
  const [chosen, setChosen] = useState(answer.lots[0]?.asset);
  const lots = answer.lots.find(({ asset }) => asset === chosen) ?? answer.lots[0];
  const asset = lots && assets.get(lots.asset);
  if (!lots || !asset) return <p className="tm-hint">There are no lots: nothing whose history is complete moved.</p>;
  const methods = lots.results.map(({ method }) => [method, METHOD_WORDS[method]] as const);
  const current = methods.some(([method]) => method === used) ? used : 'fifo';
  return (
    <>
      <div className="tm-row tm-wrap ws-filters">
        <FilterPick
          label="Asset"
          value={lots.asset}
          options={answer.lots.flatMap(({ asset: id }) => {
            const found = assets.get(id);
            return found ? [[id, assetWords(found)] as const] : [];
          })}
          onPick={(id) => setChosen(id)}
        />
        <FilterPick
          label="Method used"
          value={current}
          options={methods}
          onPick={(method) => onUse(method as LotMethod)}
        />
      </div>
      <section className="tm-sect">
        <h2 className="tm-h">
          Which coins left, by method{' '}
          <small>
            {lots.results.length} results, never averaged
            {lots.lotCount > SHOWN && `, first ${SHOWN} of ${formatCount(lots.lotCount)} lots`}
          </small>
        </h2>
        {lots.missing !== undefined && <p className="tm-hint">{lots.missing}</p>}
        <LotsTable lots={lots} asset={asset} currency={answer.request.currency} used={current} />
        <ul className="ws-legend tm-sm tm-t2">
          {methods.some(([method]) => method === 'coin-exact') && (
            <li>
              <EvidenceMark kind="fact" /> UTXO-exact reads which outputs each transaction spends. Inputs pay its
              outputs in their order, the fee last.
            </li>
          )}
          <li>
            <EvidenceMark kind="inference" /> FIFO, LIFO and average are book methods: they assign coins by rule and say
            nothing about which coin moved. A transfer within the set is no sale.
          </li>
        </ul>
      </section>
      <Spends lots={lots} asset={asset} />
    </>
  );
}
