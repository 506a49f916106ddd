import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PartnerList, PartnerView } from '@trailmark/api/contract/partner';
import { type FormEvent, useState } from 'react';
import { api } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormArea } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { formatCount, formatPlural } from '../../format/number.ts';
import { formatTime } from '../../format/time.ts';
import { saveText } from '../../save-file.ts';
import { useMe } from '../../session.ts';
import { PartnerLog } from './partner-log.tsx';
import { DECONFLICTION_KEY, partnersQuery } from './queries.ts';
import { type DeconflictionSearch, deconflictionUrl } from './search.ts';

const ADMINS: readonly string[] = ['agency-admin', 'platform-admin'];

/** The card of the own agency, and the digits to read aloud. */
function OwnCard({ own }: { readonly own: PartnerList['own'] }) {
  return (
    <section className="tm-stack">
      <h2 className="tm-h">Your card</h2>
      <p>
        Give the file to the partner, then read these digits to each other by phone. The card is no secret; the digits
        show that nobody replaced it on its way.
      </p>
      <p className="tm-mono dc-digits">{own.fingerprint}</p>
      <p>
        <button type="button" className="tm-btn" onClick={() => saveText(own.card, 'trailmark-partner-card.json')}>
          Download the card of <bdi>{own.agency}</bdi>
        </button>
      </p>
    </section>
  );
}

const NOTHING = { card: '', name: '', endpoint: '' };

function AddPartner() {
  const client = useQueryClient();
  const [draft, setDraft] = useState(NOTHING);
  const [isCompared, setIsCompared] = useState(false);
  const card = useMutation({
    mutationFn: (text: string) => api.call('readPartnerCard', { body: { card: text } }),
    onSuccess: ({ agency, endpoint }, text) => setDraft({ card: text, name: agency, endpoint: endpoint ?? '' }),
  });
  const add = useMutation({
    mutationFn: () =>
      api.call('addPartner', { body: { ...draft, endpoint: draft.endpoint.trim() || null, isCompared: true } }),
    onSuccess: async () => {
      setDraft(NOTHING);
      setIsCompared(false);
      card.reset();
      await client.invalidateQueries({ queryKey: DECONFLICTION_KEY });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (card.data) add.mutate();
    else card.mutate(draft.card);
  };
  return (
    <form className="dc-form" onSubmit={submit}>
      <h2 className="tm-h">Add a partner</h2>
      <FormArea
        label="Card of the partner"
        name="card"
        rows={4}
        isMono
        help="The content of the file that the partner gave you."
        value={draft.card}
        onText={(text) => {
          setDraft({ ...NOTHING, card: text });
          setIsCompared(false);
          card.reset();
        }}
      />
      {card.data && (
        <>
          <p>
            Compare these digits with the partner, aloud:
            <b className="tm-mono dc-digits">{card.data.fingerprint}</b>
          </p>
          <FormField
            label="Name"
            name="name"
            maxLength={200}
            autoComplete="off"
            value={draft.name}
            onText={(name) => setDraft({ ...draft, name })}
          />
          <FormField
            label="Address of its server"
            name="endpoint"
            autoComplete="off"
            placeholder="https://"
            help="Empty for a site without a network: exchange files do the same."
            value={draft.endpoint}
            onText={(endpoint) => setDraft({ ...draft, endpoint })}
          />
          <label>
            <input
              type="checkbox"
              checked={isCompared}
              onChange={({ currentTarget }) => setIsCompared(currentTarget.checked)}
            />{' '}
            Somebody of the partner read the same digits to me
          </label>
        </>
      )}
      <p>
        <button
          type="submit"
          className="tm-btn pri"
          disabled={card.data ? !isCompared || draft.name.trim() === '' || add.isPending : draft.card.trim() === ''}
        >
          {card.data ? 'Add partner' : 'Read the card'}
        </button>
      </p>
      {(card.error ?? add.error) && <ErrorPanel error={card.error ?? add.error} what="The partner" />}
      <p className="tm-xs tm-t2">A new partner is off. Nothing is sent before you turn it on.</p>
    </form>
  );
}

type Act = 'set' | 'rotate' | 'remove';

function PartnerActs({ partner }: { readonly partner: PartnerView }) {
  const { id, name, endpoint, isOn, version } = partner;
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ act, on = isOn }: { readonly act: Act; readonly on?: boolean }) =>
      api.call('changePartner', { params: { partner: id }, body: { act, version, name, endpoint, isOn: on } }),
    onSettled: () => client.invalidateQueries({ queryKey: DECONFLICTION_KEY }),
  });
  return (
    <>
      <p className="tm-row tm-wrap">
        <button
          type="button"
          className="tm-btn sm"
          disabled={isPending}
          onClick={() => mutate({ act: 'set', on: !isOn })}
        >
          {isOn ? 'Turn off' : 'Turn on'}
          <span className="tm-sr"> {name}</span>
        </button>
        <button type="button" className="tm-btn sm" disabled={isPending} onClick={() => mutate({ act: 'rotate' })}>
          Replace the key<span className="tm-sr"> for {name}</span>
        </button>
        <button type="button" className="tm-btn sm" disabled={isPending} onClick={() => mutate({ act: 'remove' })}>
          Remove<span className="tm-sr"> {name}</span>
        </button>
      </p>
      {error && <ErrorPanel error={error} what="The partner" />}
    </>
  );
}

function describeKeys({ epoch, theirEpoch, theirKeyAt }: PartnerView): string {
  const theirs = theirEpoch === null ? 'theirs not seen yet' : `theirs is number ${theirEpoch}`;
  return `Our key for it is number ${epoch}, ${theirs}${theirKeyAt === null ? '' : ` since ${formatTime(theirKeyAt)}`}.`;
}

interface PartnerProps {
  readonly partner: PartnerView;
  readonly isAdmin: boolean;
  readonly isOpen: boolean;
}

function Partner({ partner, isAdmin, isOpen }: PartnerProps) {
  const { id, name, endpoint, isOn, fingerprint, interests, quota, lastFault, waitingEvents, log, lastRoundOn } =
    partner;
  return (
    <li className="tm-stack dc-partner">
      <p>
        <b>
          <bdi>{name}</bdi>
        </b>{' '}
        <span className={isOn ? undefined : 'dc-warn'}>{isOn ? 'On' : 'Off: nothing is sent or answered'}</span>
        <br />
        <span className="tm-sm tm-t2">{endpoint ?? 'By exchange files'}</span>
      </p>
      <p className="tm-mono tm-sm">{fingerprint}</p>
      <p className="tm-sm">
        {formatPlural(interests.answered, 'interest')} compared, {formatCount(interests.waiting)} waiting,{' '}
        {formatCount(interests.failed)} without an answer. {formatPlural(waitingEvents, 'message')} not sent yet. Values
        in 24 hours: {formatCount(quota.sent)} sent and {formatCount(quota.received)} answered, of{' '}
        {formatCount(quota.limit)}.{lastRoundOn && ` Last daily round ${lastRoundOn}.`}
      </p>
      <p className="tm-sm tm-t2">{describeKeys(partner)}</p>
      {lastFault && <p className="dc-wrong tm-sm">{lastFault}</p>}
      <p className="tm-sm">
        <AppLink href={deconflictionUrl({ tab: 'partners', ...(isOpen ? {} : { partner: id }) })}>
          {isOpen ? 'Hide the log' : `Log of ${formatPlural(log.count, 'frame')}`}
        </AppLink>
      </p>
      {isOpen && <PartnerLog partner={partner} />}
      {isAdmin && <PartnerActs partner={partner} />}
    </li>
  );
}

/** Agencies on other servers that interests are compared with. */
export function PartnersView({ search }: { readonly search: DeconflictionSearch }) {
  const { data, error, refetch } = useQuery(partnersQuery());
  const isAdmin = ADMINS.includes(useMe()?.role ?? '');
  if (error) return <ErrorPanel error={error} what="The partners" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="the partners">
        <RowBars rows={4} columns={['240px', '320px']} />
      </Skeleton>
    );
  }
  return (
    <div className="dc-two">
      <div className="dc-main">
        <OwnCard own={data.own} />
        {isAdmin ? <AddPartner /> : <p className="tm-t2">Administrators add partners and turn them on.</p>}
      </div>
      <section className="dc-main">
        <h2 className="tm-h">Partners</h2>
        {data.items.length === 0 && (
          <Empty>No partner yet. Exchange cards with an agency on another server, and compare the digits aloud.</Empty>
        )}
        <ul>
          {data.items.map((partner) => (
            <Partner key={partner.id} partner={partner} isAdmin={isAdmin} isOpen={partner.id === search.partner} />
          ))}
        </ul>
      </section>
    </div>
  );
}
