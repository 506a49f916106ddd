import { useQuery } from '@tanstack/react-query';
import type { MethodComparison } from '@trailmark/api/contract/trace';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import type { TraceRequest } from '@trailmark/core/trace/trace-request';
import { Amount } from '../../../components/amount.tsx';
import { Empty } from '../../../components/empty.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { escapeHostile } from '../../../format/hostile-text.ts';
import { shorten } from '../../../format/identifier.ts';
import { formatPlural } from '../../../format/number.ts';
import { describeFlowAsset, formatFlowAmount } from '../asset-words.ts';
import { comparisonQuery } from '../compare-query.ts';
import { FlowAmount } from '../flow-amount.tsx';
import { useMethodNames } from '../method-words.ts';
import { assetIdOf } from '../trace-run.ts';
import { WAY_WORDS } from '../trace-way.ts';
import { useDocument, useWorkspace } from '../workspace.ts';
import { assetOfExit, usedAmount } from './method-ranges.tsx';
import { describeStop } from './node-words.ts';
import { findScales, RangeLine } from './range-line.tsx';
import { TraceChoice, useChosenTrace } from './trace-choice.tsx';
import { Tracing } from './tracing.tsx';

type Exit = MethodComparison['exits'][number];
const SHOWN = 200;

interface PartProps {
  readonly data: MethodComparison;
  readonly request: TraceRequest;
}

/** A name is somebody's claim and is in quotation marks; small exits summed have none. */
function nameExit({ name, address, reason, ranks }: Exit): string {
  const isSummed = ranks.every((rank) => rank === 0);
  if (name !== '' && name !== address) return isSummed ? name : `“${escapeHostile(name)}”`;
  return address === null ? describeStop(reason) : shorten(address);
}

/** What an exit gets under the other order of transfers, where that is another amount. */
function OtherOrder({ exit, say }: { readonly exit: Exit; readonly say: (units: bigint) => string }) {
  const { amounts, otherAmounts } = exit;
  if (!otherAmounts?.some((units, i) => units !== amounts[i])) return null;
  const sorted = otherAmounts.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const [least, most] = [sorted[0] ?? 0n, sorted.at(-1) ?? 0n];
  return (
    <span className="tm-t3 tm-xs">Other order: {least === most ? say(least) : `${say(least)} to ${say(most)}`}</span>
  );
}

function ExitTable({ data, request }: PartProps) {
  const { store, canvas } = useWorkspace();
  const document = useDocument();
  const { end } = WAY_WORDS[request.direction];
  const exits = data.exits.slice(0, SHOWN);
  const scales = findScales(data);
  const nameMethod = useMethodNames();
  const assets = new Set(exits.map((exit) => assetOfExit(request, exit)));
  const [only] = assets;
  // One unit for all is in the header; several are next to their amounts.
  const unit = assets.size === 1 && only !== undefined ? describeFlowAsset(document, only) : undefined;
  const reveal = ({ address }: Exit) => {
    const node = Object.values(document.nodes).find(({ text }) => text === address);
    if (!node) return;
    store.select([node.id]);
    canvas.current?.reveal([node.id]);
  };
  return (
    <div className="cf-scroll">
      <table className="cf-table">
        <caption className="tm-sr">Amount at each {end.toLowerCase()} by each method</caption>
        <thead>
          <tr>
            <th scope="col">{end}</th>
            <th scope="col">Least to most</th>
            {data.methods.map(({ id }) => (
              <th key={id} scope="col" className="tm-r" aria-current={id === request.method ? 'true' : undefined}>
                <span title={`${nameMethod(id, 'whole')}, ${id}`}>{nameMethod(id)}</span>
                {unit && <span className="tm-t3 cf-count">{unit.symbol}</span>}
              </th>
            ))}
            <th scope="col">Rank</th>
          </tr>
        </thead>
        <tbody>
          {exits.map((exit) => {
            const asset = assetOfExit(request, exit);
            const say = (units: bigint) => formatFlowAmount(document, asset, units);
            const ranks = [...new Set(exit.ranks)].toSorted((a, b) => a - b);
            return (
              <tr key={`${exit.key}/${exit.reason}/${exit.asset}`}>
                <th scope="row">
                  {exit.address === null ? (
                    nameExit(exit)
                  ) : (
                    <button
                      type="button"
                      className={exit.name === exit.address ? 'tm-linkbtn tm-id' : 'tm-linkbtn'}
                      title={exit.address}
                      onClick={() => reveal(exit)}
                    >
                      {nameExit(exit)}
                    </button>
                  )}
                  <span className="tm-t3 tm-xs">{describeStop(exit.reason)}</span>
                  <OtherOrder exit={exit} say={say} />
                </th>
                <td>
                  <RangeLine
                    {...exit}
                    used={usedAmount(data, exit, request.method)}
                    scale={scales.get(exit.asset) ?? 0n}
                    label={`${say(exit.least)} to ${say(exit.most)}`}
                  />
                </td>
                {exit.amounts.map((units, i) => (
                  <td key={data.methods[i]?.id} className="tm-r">
                    {unit ? (
                      <Amount units={units} decimals={unit.decimals} />
                    ) : (
                      <FlowAmount document={document} asset={asset} units={units} />
                    )}
                  </td>
                ))}
                <td className="tm-nw">{ranks.length === 1 ? ranks[0] : `${ranks[0]} to ${ranks.at(-1)}`}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="tm-t3 tm-sm">
        Lines run from the least to the most any method counts, the bar marks {nameMethod(request.method)}. They share
        one scale for each asset, which ends at the most that a method counts, poison aside; an arrow goes on beyond it.
      </p>
      {data.exits.length > SHOWN && (
        <p className="tm-t3 tm-sm">
          The largest {SHOWN} of {formatPlural(data.exits.length, end.toLowerCase())}. The spreadsheet of the audit
          holds all of them.
        </p>
      )}
    </div>
  );
}

const PPM = 1_000_000;

function Agreement({ data, request }: PartProps) {
  const end = WAY_WORDS[request.direction].end.toLowerCase();
  const nameMethod = useMethodNames();
  if (data.agreement.length === 0) return null;
  return (
    <section>
      <h3>Do they rank the {end}s alike</h3>
      <p className="tm-t2">
        {data.stableExits} of {formatPlural(data.exits.length, end)} keep their rank under every method.
      </p>
      <table className="cf-table cf-narrowtable">
        <caption className="tm-sr">Agreement of each two methods</caption>
        <thead>
          <tr>
            <th scope="col">Methods</th>
            <th scope="col" className="tm-r" title="Kendall’s tau-b: 1 the same order, -1 the reverse">
              Agreement (tau-b)
            </th>
          </tr>
        </thead>
        <tbody>
          {data.agreement.map(({ a, b, tauPpm }) => (
            <tr key={`${a}/${b}`}>
              <th scope="row">
                {nameMethod(a)} and {nameMethod(b)}
              </th>
              <td className="tm-r">{tauPpm === null ? 'all alike' : (tauPpm / PPM).toFixed(3)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Sums({ data, request }: PartProps) {
  const document = useDocument();
  const nameMethod = useMethodNames();
  const wrong = data.methods.filter(({ difference }) => difference !== 0n);
  const asset = assetIdOf(request.chain, request.asset ?? NATIVE_ASSET);
  const unbegun = data.methods[0]?.unbegun;
  if (wrong.length === 0 && unbegun !== undefined) {
    return (
      <p>
        <b>Not all of the money:</b> every method accounts for what began, and at least{' '}
        {formatFlowAmount(document, asset, unbegun)} more was paid by the beginnings and is not begun.
      </p>
    );
  }
  if (wrong.length === 0)
    return <p className="tm-t2">Every method accounts for all of the money, to the smallest unit.</p>;
  return (
    <div className="tm-error danger" role="alert">
      <p>
        {wrong
          .map(({ id, difference }) => `${nameMethod(id)} differs by ${formatFlowAmount(document, asset, difference)}`)
          .join('; ')}
        . These figures may not be used until this is resolved.
      </p>
    </div>
  );
}

/** All methods on the same graph: what each exit gets, least and most, and whether the ranking holds. */
export function MethodsPanel() {
  const chosen = useChosenTrace();
  const { data, error, isFetching, refetch } = useQuery(comparisonQuery(chosen.request));
  if (!chosen.request) return <Empty>Nothing on this canvas was traced yet, so there is nothing to compare.</Empty>;
  return (
    <div className="cf-wide">
      <TraceChoice {...chosen} />
      {error && <ErrorPanel error={error} what="The comparison" onRetry={() => void refetch()} />}
      {isFetching && !data && <Tracing words="Running every method on the same graph" />}
      {data && (
        <>
          <p className="cf-lead">{data.sentence}</p>
          <p className="tm-t2">
            Every method read the same payments and stopped at the same places. Only how much of each payment counts as
            traced differs.
          </p>
          {data.orders && <p className="tm-t2">{data.orders.sentence}</p>}
          <Sums data={data} request={chosen.request} />
          {data.exits.length === 0 ? (
            <Empty>No trail of this trace has ended anywhere.</Empty>
          ) : (
            <ExitTable data={data} request={chosen.request} />
          )}
          <Agreement data={data} request={chosen.request} />
        </>
      )}
    </div>
  );
}
