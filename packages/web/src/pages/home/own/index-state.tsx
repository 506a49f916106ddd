import { AppLink } from '../../../components/app-link.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../../components/skeleton.tsx';
import { summariseCoverage } from '../../../format/gap-summary.ts';
import { formatCount } from '../../../format/number.ts';
import { formatAge, formatTime } from '../../../format/time.ts';
import { useChains } from '../../../ledger-api.ts';
import { trackUrl } from '../../../url.ts';

/** What this server can answer from: each chain with its height, coverage and age. */
export function IndexState() {
  const { items, hasAll, error, updatedAt } = useChains();
  const held = items.filter(({ tip }) => tip !== null);
  return (
    <section className="part index">
      <h2>
        Index <small>what this server answers from</small>
        <span className="tm-grow" />
        <AppLink href={trackUrl()}>Coverage</AppLink>
      </h2>
      {error && held.length === 0 && <ErrorPanel error={error} what="The state of the index" />}
      {!error && !hasAll && held.length === 0 && (
        <Skeleton what="state of the index">
          <RowBars rows={3} columns={['90px', '110px', '320px', '80px']} />
        </Skeleton>
      )}
      {hasAll && held.length === 0 && <p className="tm-t3 none">No chain is indexed yet.</p>}
      {held.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Chain</th>
              <th scope="col" className="tm-r">
                Indexed to
              </th>
              <th scope="col" className="wide">
                Coverage
              </th>
              <th scope="col" className="tm-r">
                Newest block
              </th>
            </tr>
          </thead>
          <tbody>
            {held.map(({ id, name, tip, coverage }) => {
              const isWhole = coverage.complete && coverage.gaps.length === 0;
              return (
                <tr key={id}>
                  <th scope="row">{name}</th>
                  <td className="tm-r">{formatCount(tip?.height ?? 0)}</td>
                  <td className={isWhole ? 'wide' : 'wide partial'}>
                    {isWhole ? 'Complete from block 0' : summariseCoverage(coverage).held}
                  </td>
                  <td className="tm-r" title={tip ? `${formatTime(tip.time)} UTC` : undefined}>
                    {tip && formatAge(tip.time, updatedAt / 1000)}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
}
