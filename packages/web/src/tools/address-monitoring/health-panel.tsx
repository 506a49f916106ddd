import { useQuery } from '@tanstack/react-query';
import type { ChainHealth, WatchHealthView } from '@trailmark/api/contract/watch';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { KeyFigures } from '../../components/key-figures.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time } from '../../components/time.tsx';
import { formatCount, formatPlural } from '../../format/number.ts';
import { alertsUrl, channelsUrl, watchHealthQuery } from '../../monitoring.ts';
import { ScrollBox } from './scroll-box.tsx';
import { formatLag } from './watch-words.tsx';

/** Blocks further apart than this are a node that is silent, whatever the chain. */
const SILENT_SECONDS = 3 * 3_600;

/** What following by block filters came to: how much of it was chance tells whether filters still serve. */
function FilterLine({ filters }: { readonly filters: NonNullable<ChainHealth['filters']> }) {
  const { scripts, fetched, byChance, undecided, chance, warning } = filters;
  const share = (chance * 100).toLocaleString('en', { maximumSignificantDigits: 2 });
  return (
    <span className="am-filters tm-t2 tm-sm">
      {formatPlural(scripts, 'script')}; {formatPlural(fetched, 'block')} fetched because of a match,{' '}
      {formatCount(byChance)} of them by chance
      {undecided > 0 && `, ${formatCount(undecided)} not decided: what they spend is not known`}; about {share} % of all
      blocks match by chance. {warning}
    </span>
  );
}

function ChainRow({ chain, at }: { readonly chain: ChainHealth; readonly at: number }) {
  const lag = chain.tipTime === null ? undefined : at - chain.tipTime;
  const isLate = !chain.isFollowing || chain.behind > 0 || chain.fault !== null || (lag ?? 0) > SILENT_SECONDS;
  const isSilent = chain.watches > 0 && (isLate || chain.faulty > 0);
  return (
    <tr className={isSilent ? 'am-late' : undefined}>
      <th scope="row">{chain.name}</th>
      <td className="tm-r">
        {chain.height === null ? <span className="tm-none">none yet</span> : formatCount(chain.height)}
      </td>
      <td className="tm-r">{lag === undefined ? '–' : formatLag(lag)}</td>
      <td className="tm-r">{formatCount(chain.behind)}</td>
      <td className="tm-r">{formatCount(chain.watches)}</td>
      <td>
        {chain.note}
        {chain.faulty > 0 && (
          <small className="am-fault">
            {formatPlural(chain.faulty, 'watch', 'watches')} behind: see the list of watches for the cause.
          </small>
        )}
        {chain.filters && <FilterLine filters={chain.filters} />}
      </td>
    </tr>
  );
}

function Figures({ health }: { readonly health: WatchHealthView }) {
  const { alerts, p95, blocks, forks, deepestFork, failedDeliveries } = health;
  return (
    <KeyFigures
      figures={[
        {
          label: 'Alerts unread',
          value: <AppLink href={alertsUrl({ view: 'new' })}>{formatCount(alerts.new)}</AppLink>,
          note: alerts.oldestNew === null ? 'nothing waits' : `oldest ${formatLag(health.at - alerts.oldestNew)}`,
        },
        {
          label: 'Block to alert, p95',
          value: p95 === null ? '–' : `${formatCount(Math.round(p95))} ms`,
          note: `last 24 h, ${formatPlural(blocks, 'block')}`,
        },
        {
          label: 'Retracted',
          value: formatCount(alerts.retracted),
          note: forks === 0 ? 'no reorganisation, last 24 h' : `reorganisation, depth ${deepestFork}`,
        },
        {
          label: 'Deliveries failed',
          value: <AppLink href={channelsUrl()}>{formatCount(failedDeliveries)}</AppLink>,
          note: 'last 30 days',
        },
      ]}
    />
  );
}

/** How far each chain is read. It comes first: silence of a dead node looks like silence of a suspect. */
export function HealthPanel() {
  const { data, error, refetch } = useQuery(watchHealthQuery());
  if (error && !data)
    return <ErrorPanel error={error} what="The health of monitoring" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="the health of monitoring">
        <RowBars rows={3} columns={['30%', '20%', '40%']} />
      </Skeleton>
    );
  }
  const watched = data.chains.filter(({ watches, isFollowing }) => watches > 0 || isFollowing);
  const shown = watched.length > 0 ? watched : data.chains.slice(0, 3);
  return (
    <section aria-labelledby="am-health">
      <h2 className="tm-h" id="am-health">
        Health{' '}
        <span className="tm-t3 tm-sm am-thin">
          <Time seconds={data.at} />
        </span>
      </h2>
      <ScrollBox label="Health of each chain">
        <table className="am-table am-health">
          <caption className="tm-sr">How far each chain is read for watches</caption>
          <thead>
            <tr>
              <th scope="col">Chain</th>
              <th scope="col" className="tm-r">
                Last block read
              </th>
              <th scope="col" className="tm-r">
                Age of the tip
              </th>
              <th scope="col" className="tm-r">
                Blocks behind
              </th>
              <th scope="col" className="tm-r">
                Watches
              </th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((chain) => (
              <ChainRow key={chain.chain} chain={chain} at={data.at} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <Figures health={data} />
    </section>
  );
}
