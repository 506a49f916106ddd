import { AppLink } from '../../components/app-link.tsx';
import { Empty } from '../../components/empty.tsx';
import { Hash } from '../../components/hash.tsx';
import { Time } from '../../components/time.tsx';
import { formatCount, formatPlural } from '../../format/number.ts';
import { transactionUrl } from '../../url.ts';
import type { ClusterAnswer } from './cluster-head.tsx';
import type { ClusterPlace } from './cluster-place.ts';
import { RuleText } from './rule-text.tsx';

/** Transactions that joined two large clusters into this one: each deserves a look before the cluster is relied on. */
export function AlarmsTab({
  place,
  alarms,
}: {
  readonly place: ClusterPlace;
  readonly alarms: ClusterAnswer['alarms'];
}) {
  if (alarms.length === 0) {
    return <Empty>No transaction joined two large clusters here. Small joins are in the tab Links.</Empty>;
  }
  return (
    <ul className="xl-alarms">
      {alarms.map(({ link, parts }) => (
        <li key={`${link.txid}/${link.height}`}>
          <p>
            <b>{parts.map(({ size }) => formatPlural(size, 'address', 'addresses')).join(' and ')}</b> became one in{' '}
            <Hash
              value={link.txid}
              kind="transaction"
              href={transactionUrl(place.chain, link.txid, { height: link.height })}
            />
            , height {formatCount(link.height)}, <Time seconds={link.time} isEstimated={link.timeEstimated} />.
          </p>
          <p className="tm-row tm-wrap">
            <RuleText rules={link.rules} /> <span className="tm-t3 tm-sm">confidence {link.confidence} of 100</span>
            {parts.map(({ root }) => (
              <Hash key={root} value={root} kind="address" />
            ))}
            <AppLink className="tm-btn sm" href={place.linkTo({ tab: 'what-if', txs: link.txid })}>
              Leave out
            </AppLink>
          </p>
        </li>
      ))}
    </ul>
  );
}
