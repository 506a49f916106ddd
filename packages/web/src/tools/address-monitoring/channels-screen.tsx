import '../../components/tool-page.css';
import './monitoring.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChannelList, ChannelView, DeliveryView } from '@trailmark/api/contract/alert-channel';
import { useState } from 'react';
import { api } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Crumbs } from '../../components/crumbs.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time } from '../../components/time.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { formatCount } from '../../format/number.ts';
import { alertsUrl, CHANNELS_KEY, channelsQuery, deliveriesQuery, monitoringUrl } from '../../monitoring.ts';
import { useMe } from '../../session.ts';
import { PersonalSubscription } from './personal-subscription.tsx';
import { ScrollBox } from './scroll-box.tsx';

const ADMINS = ['agency-admin', 'platform-admin'];

/** Does something to channels, and reads them again. */
function useChannelAct<Input, Result>(act: (input: Input) => Promise<Result>, onDone?: (result: Result) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    ...(onDone && { onSuccess: onDone }),
    onSettled: () => client.invalidateQueries({ queryKey: CHANNELS_KEY }),
  });
}

function Secret({ secret }: { readonly secret: string }) {
  return (
    <div className="tm-banner" role="status">
      <div className="tm-grow">
        <p>
          <b>Secret of the channel, shown this once.</b> Receivers check the signature with it.
        </p>
        <p className="tm-mono am-secret">{secret}</p>
      </div>
      <CopyButton value={secret} what="secret" size="sm" />
    </div>
  );
}

function AddChannel({ list }: { readonly list: ChannelList }) {
  const [draft, setDraft] = useState({ kind: list.channelKinds[0]?.id ?? 'webhook', name: '', target: '' });
  const [secret, setSecret] = useState<string | null>(null);
  const { mutate, isPending, error } = useChannelAct(
    () => api.call('addAlertChannel', { body: { ...draft, kinds: [] } }),
    (made) => {
      setSecret(made.secret);
      setDraft({ ...draft, name: '', target: '' });
    },
  );
  const kind = list.channelKinds.find(({ id }) => id === draft.kind);
  return (
    <form
      className="am-form am-addchannel"
      onSubmit={(event) => {
        event.preventDefault();
        mutate(undefined);
      }}
    >
      <h2 className="tm-h">Add a channel</h2>
      <FormSelect
        label="Kind"
        name="kind"
        value={draft.kind}
        options={list.channelKinds.map(({ id, name }) => [id, name])}
        help={kind?.about}
        onText={(kind) => setDraft({ ...draft, kind })}
      />
      <FormField
        label="Name"
        name="name"
        autoComplete="off"
        maxLength={80}
        value={draft.name}
        onText={(name) => setDraft({ ...draft, name })}
      />
      <FormField
        label="Address"
        name="target"
        autoComplete="off"
        placeholder={kind?.target}
        value={draft.target}
        help="Over TLS to a public host; checked at each connection. Only ids are sent."
        onText={(target) => setDraft({ ...draft, target })}
      />
      {error && <ErrorPanel error={error} what="The channel" />}
      {secret !== null && <Secret secret={secret} />}
      <div>
        <button type="submit" className="tm-btn pri" disabled={isPending || draft.name === '' || draft.target === ''}>
          Add channel
        </button>
      </div>
    </form>
  );
}

function ChannelActs({ channel }: { readonly channel: ChannelView }) {
  const { id, name, kinds, version, disabledWhy } = channel;
  const [secret, setSecret] = useState<string | null>(null);
  const params = { channel: id };
  const change = useChannelAct(
    (given: { readonly isOn: boolean; readonly hasNewSecret: boolean }) =>
      api.call('changeAlertChannel', { params, body: { version, name, kinds, ...given } }),
    (result) => setSecret(result.secret),
  );
  const test = useChannelAct(() => api.call('testAlertChannel', { params, body: {} }));
  const remove = useChannelAct(() => api.call('removeAlertChannel', { params, body: { version } }));
  const error = change.error ?? test.error ?? remove.error;
  const isOn = disabledWhy === null;
  return (
    <>
      <span className="am-fields">
        {isOn && (
          <button type="button" className="tm-btn sm" onClick={() => test.mutate(undefined)}>
            Send a test<span className="tm-sr"> through {name}</span>
          </button>
        )}
        <button type="button" className="tm-btn sm" onClick={() => change.mutate({ isOn: !isOn, hasNewSecret: false })}>
          {isOn ? 'Turn off' : 'Turn on'}
          <span className="tm-sr"> {name}</span>
        </button>
        {channel.kind === 'webhook' && (
          <button type="button" className="tm-btn sm" onClick={() => change.mutate({ isOn, hasNewSecret: true })}>
            New secret<span className="tm-sr"> for {name}</span>
          </button>
        )}
        <button type="button" className="tm-btn sm" onClick={() => remove.mutate(undefined)}>
          Remove<span className="tm-sr"> {name}</span>
        </button>
      </span>
      {secret !== null && <Secret secret={secret} />}
      {error && <ErrorPanel error={error} what="The channel" />}
    </>
  );
}

function Channel({ channel, isAdmin }: { readonly channel: ChannelView; readonly isAdmin: boolean }) {
  const { name, kindName, host, disabledWhy, sent, failed, waiting, lastSentAt } = channel;
  return (
    <li className="am-channel">
      <span className="am-two">
        <b>
          <bdi>{name}</bdi>
        </b>
        <small>
          {kindName}, <bdi>{host}</bdi>
        </small>
      </span>
      <span>
        {disabledWhy === null ? 'On' : <span className="am-over">Off. {disabledWhy}</span>}
        <br />
        <span className="tm-t3 tm-sm">
          {formatCount(sent)} delivered, {formatCount(waiting)} waiting, {formatCount(failed)} failed in 30 days
          {lastSentAt !== null && (
            <>
              ; last <Time seconds={lastSentAt} />
            </>
          )}
        </span>
      </span>
      {isAdmin && <ChannelActs channel={channel} />}
    </li>
  );
}

function DeliveryRow({ delivery, isAdmin }: { readonly delivery: DeliveryView; readonly isAdmin: boolean }) {
  const { alert, revision, to, state, createdAt, nextAt, attempts } = delivery;
  const replay = useChannelAct(() => api.call('replayAlertDelivery', { params: { delivery: delivery.id }, body: {} }));
  const last = attempts.at(-1);
  return (
    <tr>
      <td>
        <Time seconds={createdAt} />
      </td>
      <td>
        {alert ? (
          <AppLink href={alertsUrl({ view: 'all', alert: alert.id })}>{alert.number}</AppLink>
        ) : (
          <span className="tm-t3">test</span>
        )}
        {revision === 2 && ' retracted'}
      </td>
      <td>
        <bdi>{to}</bdi>
      </td>
      <td className={state === 'failed' ? 'am-over' : undefined}>
        {state === 'queued' ? 'waiting' : state === 'sent' ? 'delivered' : 'failed'}
      </td>
      <td>
        {attempts.length} {attempts.length === 1 ? 'try' : 'tries'}
        {last && <span className="tm-t3">, last {last.fault ?? last.status ?? 'queued as email'}</span>}
        {state === 'queued' && attempts.length > 0 && (
          <>
            , next <Time seconds={nextAt} />
          </>
        )}
      </td>
      <td className="tm-r">
        {isAdmin && (
          <button
            type="button"
            className="tm-linkbtn tm-sm"
            disabled={replay.isPending}
            onClick={() => replay.mutate(undefined)}
          >
            Replay<span className="tm-sr"> the delivery to {to}</span>
          </button>
        )}
        {replay.error && <ErrorPanel error={replay.error} what="The replay" />}
      </td>
    </tr>
  );
}

function DeliveryLog({ isAdmin }: { readonly isAdmin: boolean }) {
  const { data, error, refetch } = useQuery(deliveriesQuery());
  return (
    <section aria-labelledby="am-log">
      <h2 className="tm-h" id="am-log">
        Delivery log
      </h2>
      {error && !data && <ErrorPanel error={error} what="The delivery log" onRetry={() => void refetch()} />}
      {data && data.items.length === 0 && <Empty>Nothing was sent yet.</Empty>}
      {data && data.items.length > 0 && (
        <ScrollBox label="Delivery log">
          <table className="am-table">
            <caption className="tm-sr">Deliveries, newest first</caption>
            <thead>
              <tr>
                <th scope="col">Queued</th>
                <th scope="col">Alert</th>
                <th scope="col">To</th>
                <th scope="col">State</th>
                <th scope="col">Tries</th>
                <th scope="col">
                  <span className="tm-sr">Acts</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.items.map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} isAdmin={isAdmin} />
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </section>
  );
}

/** Where alerts are sent, and what was sent. Administrators add channels; until then nothing leaves the server. */
export function ChannelsScreen() {
  useDocumentTitle('Alert channels');
  const role = useMe()?.role ?? '';
  const isAdmin = ADMINS.includes(role);
  const { data, error, refetch } = useQuery(channelsQuery());
  return (
    <div className="tm-page tm-stack am-page">
      <Crumbs items={[{ label: 'Address monitoring', href: monitoringUrl() }, { label: 'Channels' }]} />
      <h1 className="tm-title">Alert channels</h1>
      <p className="tm-t2">
        A watch names the channels it sends to, as well as the inbox. A delivery carries ids and a link, never an
        address.
      </p>
      {error && !data && <ErrorPanel error={error} what="The channels" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="the channels">
          <RowBars rows={3} columns={['30%', '20%', '40%']} />
        </Skeleton>
      )}
      {data && data.items.length === 0 && (
        <Empty>
          No channel: alerts are in the inbox only.{isAdmin ? '' : ' An administrator of your agency can add one.'}
        </Empty>
      )}
      {data && data.items.length > 0 && (
        <ul className="am-channels">
          {data.items.map((channel) => (
            <Channel key={channel.id} channel={channel} isAdmin={isAdmin} />
          ))}
        </ul>
      )}
      {data && isAdmin && <AddChannel list={data} />}
      <PersonalSubscription />
      <DeliveryLog isAdmin={isAdmin} />
    </div>
  );
}
