import { useQuery } from '@tanstack/react-query';
import type { AlertDetail } from '@trailmark/api/contract/alert';
import { isChainId } from '@trailmark/core/chain';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { Hash } from '../../components/hash.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time } from '../../components/time.tsx';
import { formatAmount } from '../../format/amount.ts';
import { formatCount } from '../../format/number.ts';
import { alertQuery, alertsUrl, frontierUrl, watchUrl } from '../../monitoring.ts';
import { AddToCase } from '../../parts/cases/add-to-case.tsx';
import { addressSearchUrl, caseUrl, transactionUrl } from '../../url.ts';
import { AlertActs } from './alert-acts.tsx';
import { ScrollBox } from './scroll-box.tsx';

function Party({ chain, address }: { readonly chain: string | null; readonly address: string }) {
  const known = chain !== null && isChainId(chain) ? chain : undefined;
  if (known === undefined) return <bdi className="tm-mono">{address}</bdi>;
  return <Hash kind="address" value={address} href={addressSearchUrl({ chain: known, address })} />;
}

function Movements({ alert }: { readonly alert: AlertDetail }) {
  const { movements } = alert.body;
  if (movements.length === 0) return null;
  const symbol = movements[0]?.symbol ?? '';
  return (
    <section aria-labelledby="am-moved">
      <h3 className="tm-h" id="am-moved">
        What happened
      </h3>
      <ScrollBox label="Payments of the transaction">
        <table className={`am-table${alert.retracted ? ' am-struck' : ''}`}>
          <caption className="tm-sr">Payments of the transaction</caption>
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">To</th>
              <th scope="col">Known of it</th>
              <th scope="col" className="tm-r">
                Amount, {symbol}
              </th>
            </tr>
          </thead>
          <tbody>
            {movements.map(({ from, to, amount, decimals, note }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: payments of one fixed transaction
              <tr key={index}>
                <td>
                  {from.length === 0 && <span className="tm-t3">newly created</span>}
                  {from.slice(0, 2).map((address) => (
                    <Party key={address} chain={alert.chain} address={address} />
                  ))}
                  {from.length > 2 && <span className="tm-t3"> and {from.length - 2} more</span>}
                </td>
                <td>
                  {to === null ? <span className="tm-t3">nobody</span> : <Party chain={alert.chain} address={to} />}
                </td>
                <td className="tm-t2">
                  <bdi>{note}</bdi>
                </td>
                <td className="tm-r tm-nw">{formatAmount(BigInt(amount), decimals)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}

function EvidenceLines({ alert }: { readonly alert: AlertDetail }) {
  return (
    <section aria-labelledby="am-evidence">
      <h3 className="tm-h" id="am-evidence">
        Evidence
      </h3>
      <dl className="am-lines">
        {alert.body.lines.map(({ mark, name, text, address, txid }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of one fixed alert
          <div key={index}>
            <dt>
              <EvidenceMark kind={mark} /> <bdi>{name}</bdi>
            </dt>
            <dd>
              {txid !== undefined && alert.chain !== null && isChainId(alert.chain) && (
                <Hash kind="transaction" value={txid} href={transactionUrl(alert.chain, txid)} />
              )}
              {address !== undefined && <Party chain={alert.chain} address={address} />} <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {alert.body.notes.map((note) => (
        <p key={note} className="tm-t2 tm-sm">
          {note}
        </p>
      ))}
    </section>
  );
}

const ACT_WORDS: Readonly<Record<string, string>> = {
  raised: 'Raised',
  confirmed: 'Confirmed',
  retracted: 'Retracted',
  acknowledge: 'Acknowledged',
  assign: 'Assigned',
  escalate: 'Escalated',
  close: 'Closed',
  reopen: 'Opened again',
};

function Timeline({ alert: { events } }: { readonly alert: AlertDetail }) {
  return (
    <section aria-labelledby="am-timeline">
      <h3 className="tm-h" id="am-timeline">
        Timeline
      </h3>
      <ol className="am-timeline">
        {events.map(({ at, by, what, words }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events in their fixed order
          <li key={index} className={what === 'retracted' ? 'am-over' : undefined}>
            <Time seconds={at} />
            <span>
              {ACT_WORDS[what] ?? what}
              {by !== null && (
                <>
                  {' '}
                  by <bdi>{by}</bdi>
                </>
              )}
              {words !== '' && (
                <>
                  . <bdi>{words}</bdi>
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const STATE_WORDS = { queued: 'waiting', sent: 'delivered', failed: 'failed' } as const;

function Handling({ alert }: { readonly alert: AlertDetail }) {
  const { state, assignee, reason, words, deliveries, origins, together } = alert;
  return (
    <section aria-labelledby="am-handling">
      <h3 className="tm-h" id="am-handling">
        Handling
      </h3>
      <dl className="am-lines">
        <div>
          <dt>State</dt>
          <dd>
            <bdi>{[state, assignee && `with ${assignee.name}`, reason, words].filter(Boolean).join(', ')}</bdi>
          </dd>
        </div>
        <div>
          <dt>Raised by</dt>
          <dd>
            {origins.map(({ origin, name, words: version }) => (
              <span key={origin} className="am-origin">
                {origin.startsWith('watch:') ? (
                  <AppLink href={watchUrl(origin.slice(6))}>
                    <bdi>{name}</bdi>
                  </AppLink>
                ) : (
                  <bdi>{name}</bdi>
                )}{' '}
                <span className="tm-t3">{version}</span>
              </span>
            ))}
          </dd>
        </div>
        <div>
          <dt>Delivered</dt>
          <dd>
            Inbox <Time seconds={alert.raisedAt} />
            {deliveries.map(({ to, revision, state: sent, at }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: deliveries in their fixed order
              <span key={index}>
                , <bdi>{to}</bdi> {revision === 2 ? 'correction ' : ''}
                {STATE_WORDS[sent]} {at !== null && <Time seconds={at} />}
              </span>
            ))}
          </dd>
        </div>
        {together.length > 0 && (
          <div>
            <dt>Same event</dt>
            <dd>
              {together.map(({ id, number, title }) => (
                <AppLink key={id} href={alertsUrl({ view: 'all', alert: id })}>
                  {number} <bdi>{title}</bdi>
                </AppLink>
              ))}
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

function Retracted({ alert: { retracted, replacedBy } }: { readonly alert: AlertDetail }) {
  if (!retracted) return null;
  return (
    <div className="tm-error danger" role="note">
      <div className="tm-grow">
        <p>
          <b>Retracted.</b> {retracted.why}
          {replacedBy && ' The same transaction was mined again.'}
        </p>
      </div>
      {replacedBy && (
        <AppLink className="tm-btn sm" href={alertsUrl({ view: 'all', alert: replacedBy.id })}>
          Open {replacedBy.number}
        </AppLink>
      )}
    </div>
  );
}

/** One alert: what happened, how it is known, and what was done with it. */
export function AlertPanel({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const { data: alert, error, refetch } = useQuery(alertQuery(id));
  if (error && !alert) return <ErrorPanel error={error} what="The alert" onRetry={() => void refetch()} />;
  if (!alert) {
    return (
      <Skeleton what="the alert">
        <RowBars rows={6} columns={['30%', '20%', '40%']} />
      </Skeleton>
    );
  }
  const watchId = alert.origins.find(({ origin }) => origin.startsWith('watch:'))?.origin.slice('watch:'.length);
  return (
    <article className="am-alert tm-stack" aria-labelledby="am-title">
      <p className="tm-t2 tm-sm">
        {alert.number}, {alert.kindName}
        {alert.case && (
          <>
            , case{' '}
            <AppLink href={caseUrl(alert.case.id)}>
              <bdi>
                {alert.case.number} {alert.case.title}
              </bdi>
            </AppLink>
          </>
        )}
      </p>
      <h2 id="am-title" className={`am-title${alert.retracted ? ' am-struck' : ''}`}>
        <EvidenceMark kind={alert.mark} /> <bdi>{alert.title}</bdi>
      </h2>
      <p className="tm-t2">
        <Time seconds={alert.happenedAt} />
        {alert.chain !== null && (alert.height === null ? ', unconfirmed' : `, block ${formatCount(alert.height)}`)}
      </p>
      <Retracted alert={alert} />
      <AlertActs alert={alert} onDone={onDone} />
      <div className="tm-row tm-wrap">
        {alert.kind === 'trace-frontier' && watchId !== undefined && (
          <AppLink className="tm-btn" href={frontierUrl(watchId)}>
            {alert.body.facts.reached ? 'Frontier and request packet' : 'Frontier'}
          </AppLink>
        )}
        <AddToCase
          of={{ kind: 'alert', input: { params: { alert: id } }, what: `the alert ${alert.number}` }}
          hasKey={false}
        />
      </div>
      <Movements alert={alert} />
      <div className="am-columns">
        <EvidenceLines alert={alert} />
        <Timeline alert={alert} />
      </div>
      <Handling alert={alert} />
    </article>
  );
}
