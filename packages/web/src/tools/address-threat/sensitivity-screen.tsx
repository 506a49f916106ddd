import type { ScreeningSensitivity } from '@trailmark/api/contract/screening';
import { isCategoryId } from '@trailmark/core/category';
import { AppLink } from '../../components/app-link.tsx';
import { CategoryGlyph } from '../../components/category-glyph.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { MINUS } from '../../format/amount.ts';
import { shorten } from '../../format/identifier.ts';
import { useRun } from '../../use-run.ts';
import { AsOfFoot } from './as-of-foot.tsx';
import { LevelTag } from './level-tag.tsx';
import { sensitivityQuery } from './queries.ts';
import { ResultHead } from './result-head.tsx';
import type { SubjectScreenProps } from './result-screen.tsx';
import { nameMethod } from './screening-request.ts';
import { type METHOD_NAMES, type ThreatSearch, threatUrl } from './search.ts';
import { type Cell, describeFirmness, describeRange, findCarrier, nameOutcome, toGrid } from './sensitivity-words.ts';
import { STATE_WORDS, writePercent } from './threat-words.ts';
import { Cancelled, Waiting } from './waiting.tsx';

const NOTES: Readonly<Record<string, string>> = { 'poison/1': 'upper bound' };

function Outcome({ state, level }: Pick<Cell, 'state' | 'level'>) {
  return state === 'none' ? <span className="tm-t2">{STATE_WORDS.none}</span> : <LevelTag level={level} />;
}

function hrefOf(cell: Cell, search: ThreatSearch): string {
  const method = cell.method.split('/')[0] as (typeof METHOD_NAMES)[number];
  return threatUrl({ ...search, view: undefined, method, hops: cell.maxHops });
}

function Figures({ answer }: { readonly answer: ScreeningSensitivity }) {
  const asked = answer.cells.find(({ isAsked }) => isAsked);
  const carrier = findCarrier(answer);
  return (
    <dl className="tm-figs n3 th-firm">
      <div>
        <dt>Verdict in use</dt>
        <dd className="v">{asked ? <Outcome {...asked} /> : '–'}</dd>
        {asked && (
          <dd className="s">
            {asked.score === null ? 'No score' : `${asked.score} of 100`}. {nameMethod(asked.method)}, {asked.maxHops}{' '}
            hops
          </dd>
        )}
      </div>
      <div>
        <dt>How firm is it</dt>
        <dd className="v">{describeFirmness(answer.cells)}</dd>
        <dd className="s">{describeRange(answer.cells)}</dd>
      </div>
      <div>
        <dt>What carries it</dt>
        <dd className="v">
          {carrier ? (carrier.kind === 'label' ? 'One label' : 'One rule') : 'No single label or rule'}
        </dd>
        <dd className="s">
          {carrier ? <bdi>{carrier.sentence}</bdi> : 'Leaving out any one of them does not lower the score.'}
        </dd>
      </div>
    </dl>
  );
}

function describeCell(cell: Cell): string {
  const score = cell.score === null ? '' : `${cell.score}, `;
  return `${nameMethod(cell.method)}, ${cell.maxHops} hops: ${score}${nameOutcome(cell)}${cell.isAsked ? ', in use' : ''}`;
}

function GridCell({ cell, search }: { readonly cell: Cell | undefined; readonly search: ThreatSearch }) {
  if (!cell) {
    return (
      <td className="missing">
        <span className="tm-t3">not run</span>
      </td>
    );
  }
  const tone = cell.state === 'none' ? 'none' : cell.level;
  return (
    <td className={cell.isAsked ? `${tone} cur` : tone}>
      <AppLink href={hrefOf(cell, search)} aria-label={describeCell(cell)}>
        <b>{cell.score ?? '–'}</b>
        <Outcome {...cell} />
      </AppLink>
    </td>
  );
}

function Grid({ cells, search }: { readonly cells: readonly Cell[]; readonly search: ThreatSearch }) {
  const { hops, rows } = toGrid(cells);
  return (
    <section>
      <h2 className="tm-h">Score by method and hop limit</h2>
      <p className="tm-sm tm-t3">{cells.length} runs on the same blocks, labels and rules. A cell opens its run.</p>
      <table className="th-grid">
        <caption className="tm-sr">Score and level for each method and hop limit</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="tm-sr">Method</span>
            </th>
            {hops.map((hop) => (
              <th key={hop} scope="col">
                {hop} hops
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ method, cells: row }) => (
            <tr key={method}>
              <th scope="row">
                {nameMethod(method)}
                <small>{row.some((cell) => cell?.isAsked) ? 'in use' : NOTES[method]}</small>
              </th>
              {row.map((cell, i) => (
                <GridCell key={hops[i]} cell={cell} search={search} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="tm-xs tm-t3">Outlined: in use.</p>
    </section>
  );
}

const PPM = 10_000;

interface RangeProps {
  readonly shares: readonly number[];
  readonly asked: number;
  readonly scale: number;
}

/** From least to most, a ring for every run, a bar at the run in use. */
function Range({ shares, asked, scale }: RangeProps) {
  const at = (ppm: number) => `${(100 * ppm) / scale}%`;
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  return (
    <span className="th-range" aria-hidden="true">
      <i style={{ left: at(least), width: at(most - least) }} />
      {[...new Set(shares)].map((share) => (
        <u key={share} style={{ left: at(share) }} />
      ))}
      <b style={{ left: at(shares[asked] ?? 0) }} />
    </span>
  );
}

function Ranges({ answer: { exposure, cells } }: { readonly answer: ScreeningSensitivity }) {
  const asked = cells.findIndex(({ isAsked }) => isAsked);
  const scale = Math.max(1, ...exposure.flatMap(({ shares }) => shares));
  return (
    <section>
      <h2 className="tm-h">Exposure by method, % of received or sent</h2>
      <p className="tm-sm tm-t3">Bar: in use. Rings: the other runs. Direct and indirect together.</p>
      {exposure.length === 0 ? (
        <Empty>No run found exposure to a labelled party.</Empty>
      ) : (
        <table className="tm-charttable th-ranges">
          <caption className="tm-sr">Least, most and present share of each category over all runs</caption>
          <thead>
            <tr>
              <th scope="col">Category</th>
              <th scope="col">0 to {writePercent(scale)} %</th>
              <th scope="col" className="tm-r">
                Least
              </th>
              <th scope="col" className="tm-r">
                In use
              </th>
              <th scope="col" className="tm-r">
                Most
              </th>
            </tr>
          </thead>
          <tbody>
            {exposure.map(({ category, way, shares }) => (
              <tr key={`${category}/${way}`}>
                <th scope="row">
                  {isCategoryId(category) ? <CategoryGlyph category={category} withName /> : category}
                  <span className="tm-t3">, {way === 'in' ? 'in' : 'out'}</span>
                </th>
                <td>
                  <Range shares={shares} asked={asked} scale={Math.max(scale, PPM)} />
                </td>
                <td className="tm-r">{writePercent(Math.min(...shares))}</td>
                <td className="tm-r">
                  <b>{writePercent(shares[asked] ?? 0)}</b>
                </td>
                <td className="tm-r">{writePercent(Math.max(...shares))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function writeChange(change: number): string {
  return change === 0 ? '0' : change > 0 ? `+${change}` : `${MINUS}${-change}`;
}

function Without({ without }: Pick<ScreeningSensitivity, 'without'>) {
  return (
    <section className="tm-sect">
      <div className="tm-row tm-between tm-wrap">
        <h2 className="tm-h">Without one label or rule</h2>
        <span className="tm-sm tm-t3">Each line is a separate run. Largest effect first.</span>
      </div>
      {without.length === 0 ? (
        <Empty>No rule of weight fired, so there is nothing to leave out.</Empty>
      ) : (
        <table className="tm-charttable th-without">
          <caption className="tm-sr">Score without one label or rule</caption>
          <thead>
            <tr>
              <th scope="col">Left out</th>
              <th scope="col" className="tm-r">
                Score
              </th>
              <th scope="col">Level</th>
              <th scope="col" className="tm-r">
                Change
              </th>
              <th scope="col">Why it matters</th>
            </tr>
          </thead>
          <tbody>
            {without.map((one) => (
              <tr key={`${one.kind}/${one.id}`}>
                <th scope="row">
                  {one.kind === 'label' ? (
                    <>
                      Label <bdi>“{one.name.slice(0, 60)}”</bdi>
                    </>
                  ) : (
                    <>
                      Rule <span className="tm-mono">{one.id}</span>, {one.name}
                    </>
                  )}
                </th>
                <td className="tm-r">
                  <b>{one.score ?? '–'}</b>
                </td>
                <td>
                  <Outcome {...one} />
                </td>
                <td className="tm-r">{writeChange(one.change)}</td>
                <td className="why tm-t2">
                  <bdi>{one.sentence}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** How much of a verdict depends on the method, on the hop limit, and on one label or rule. */
export function SensitivityScreen({ request, search }: SubjectScreenProps) {
  const { data, error, isFetching, isCancelled, cancel, run } = useRun(sensitivityQuery(request));
  useDocumentTitle(`${shorten(request.subject.text)} · Sensitivity · Address threat analysis`);
  return (
    <>
      <ResultHead
        request={request}
        search={search}
        screening={undefined}
        isRunning={isFetching}
        onRun={run}
        view="Sensitivity"
      />
      {error && !isFetching && <ErrorPanel error={error} what="This test" onRetry={run} />}
      {isCancelled && <Cancelled what="The test" onRun={run} />}
      {!data && isFetching && (
        <Waiting
          what="the sensitivity"
          why="The screening runs by four methods and three hop limits, and again without each label and rule."
          onCancel={cancel}
        />
      )}
      {data && (
        <div className={isFetching ? 'th-result updating' : 'th-result'} aria-busy={isFetching}>
          <Figures answer={data} />
          <div className="th-two">
            <Grid cells={data.cells} search={search} />
            <Ranges answer={data} />
          </div>
          <Without without={data.without} />
          <AsOfFoot asOf={data.asOf} ruleSet={data.ruleSet} />
        </div>
      )}
    </>
  );
}
