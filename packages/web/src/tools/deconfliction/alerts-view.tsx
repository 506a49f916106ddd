import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AlertDetail, AlertHead } from '@trailmark/api/contract/alert';
import { isChainId } from '@trailmark/core/chain';
import { useState } from 'react';
import { api } from '../../api.ts';
import { CASES_KEY } from '../../cases.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { FormArea } from '../../components/form/form-choice.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { formatTime } from '../../format/time.ts';
import { newWatchUrl } from '../../monitoring.ts';
import { addressUrl, caseUrl, followUrl } from '../../url.ts';
import { alertQuery, DECONFLICTION_KEY, touchingAlertsQuery } from './queries.ts';
import { type DeconflictionSearch, deconflictionUrl } from './search.ts';

/** A line for the case, made of the alert, which the reader edits before it is added. */
function CaseLine({ alert }: { readonly alert: AlertDetail }) {
  const client = useQueryClient();
  const lines = alert.body.lines.map(({ name, text }) => `${name}: ${text}`).join('\n');
  const [text, setText] = useState(`${alert.title}. ${alert.summary}\n${lines}`.slice(0, 4_000));
  const add = useMutation({
    mutationFn: () =>
      api.call('addCaseNote', {
        params: { case: alert.case?.id ?? '' },
        body: { title: alert.title.slice(0, 200), text },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: CASES_KEY }),
  });
  const close = useMutation({
    mutationFn: () =>
      api.call('handleAlerts', {
        body: {
          alerts: [{ id: alert.id, version: alert.version }],
          state: 'closed',
          reason: 'false-alarm',
          words: 'Not relevant to this case',
        },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: DECONFLICTION_KEY }),
  });
  if (!alert.case) return null;
  return (
    <div className="tm-form">
      <FormArea
        label="Line for the case, editable"
        name="line"
        rows={5}
        value={text}
        onText={setText}
        maxLength={4_000}
      />
      <p className="tm-row tm-wrap">
        <button
          type="button"
          className="tm-btn pri"
          disabled={add.isPending || text.trim() === ''}
          onClick={() => add.mutate()}
        >
          Add line to {alert.case.number}
        </button>
        {alert.state !== 'closed' && (
          <button type="button" className="tm-btn" disabled={close.isPending} onClick={() => close.mutate()}>
            Not relevant
          </button>
        )}
        {add.data && (
          <span role="status">
            Added as <AppLink href={caseUrl(alert.case.id, 'notes', add.data.note.id)}>{add.data.note.number}</AppLink>.
          </span>
        )}
      </p>
      {(add.error ?? close.error) && <ErrorPanel error={add.error ?? close.error} what="This change" />}
    </div>
  );
}

function OpenAlert({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(alertQuery(id));
  if (error) return <ErrorPanel error={error} what="This alert" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="the alert">
        <RowBars rows={3} columns={['320px']} />
      </Skeleton>
    );
  }
  return (
    <div className="dc-open">
      <ul className="tm-stack">
        {data.body.lines.map(({ mark, name, text, chain, address }) => (
          <li key={`${name} ${text}`}>
            <EvidenceMark kind={mark} /> {name}: <bdi>{text}</bdi>{' '}
            {chain && address && isChainId(chain) && (
              <span className="tm-row tm-sm">
                <AppLink href={addressUrl(chain, address)}>Address</AppLink>
                <AppLink href={followUrl(chain, address)}>Open flow</AppLink>
                <AppLink href={newWatchUrl({ chain, subject: address, case: data.case?.id })}>Watch</AppLink>
                <AppLink href={deconflictionUrl({ tab: 'lists', network: chain, address, case: data.case?.id })}>
                  Listed on the day?
                </AppLink>
              </span>
            )}
          </li>
        ))}
      </ul>
      {data.body.notes.map((note) => (
        <p key={note} className="tm-sm tm-t2">
          {note}
        </p>
      ))}
      <CaseLine alert={data} />
    </div>
  );
}

function AlertRow({ alert, isOpen }: { readonly alert: AlertHead; readonly isOpen: boolean }) {
  return (
    <li>
      <span>
        {alert.kindName}
        <span className="tm-t2 tm-sm"> {formatTime(alert.raisedAt).slice(0, 10)}</span>
      </span>
      <span>
        <EvidenceMark kind={alert.mark} /> <bdi>{alert.title}</bdi>
        <span className="tm-t2 tm-sm"> {alert.summary}</span>
      </span>
      <span className="tm-row">
        {alert.case && <AppLink href={caseUrl(alert.case.id)}>{alert.case.number}</AppLink>}
        <AppLink href={deconflictionUrl({ alert: isOpen ? undefined : alert.id })}>{isOpen ? 'Close' : 'Open'}</AppLink>
      </span>
      {isOpen && <OpenAlert id={alert.id} />}
    </li>
  );
}

/** Changes of lists and verified reports that touch a case of the reader. Of a case that they may not see nothing is counted. */
export function AlertsView({ search }: { readonly search: DeconflictionSearch }) {
  const { data, error, refetch } = useQuery(touchingAlertsQuery());
  if (error) return <ErrorPanel error={error} what="The alerts" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="the alerts">
        <RowBars rows={5} columns={['140px', '360px']} />
      </Skeleton>
    );
  }
  if (data.length === 0) {
    return (
      <Empty>
        Nothing touches your cases. An alert appears here when a list or a verified report names what one of them names.
      </Empty>
    );
  }
  return (
    <>
      <ul className="dc-alerts">
        {data.map((alert) => (
          <AlertRow key={alert.id} alert={alert} isOpen={search.alert === alert.id} />
        ))}
      </ul>
      <p className="tm-sm tm-t2">
        Only what touches a case that you may see. An alert is not a finding, and no alert is no clearance.
      </p>
    </>
  );
}
