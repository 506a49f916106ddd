import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AlertSubscription } from '@trailmark/api/contract/alert-subscription';
import { api } from '../../api.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormSelect } from '../../components/form/form-choice.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time } from '../../components/time.tsx';
import { formatCount } from '../../format/number.ts';
import { SUBSCRIPTION_KEY, subscriptionQuery } from '../../monitoring.ts';

const DIGESTS = [
  ['off', 'None'],
  ['daily', 'Every day'],
  ['weekly', 'Every Monday'],
] as const satisfies readonly (readonly [AlertSubscription['digest'], string])[];

/** Changes the subscription, and shows what it is then. */
function useSubscriptionAct<Input, Result>(
  act: (input: Input) => Promise<Result>,
  subscriptionOf: (result: Result) => AlertSubscription,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (result) => client.setQueryData(SUBSCRIPTION_KEY, subscriptionOf(result)),
  });
}

function FeedState({ feed }: Pick<AlertSubscription, 'feed'>) {
  if (!feed) return <>A feed reader (Atom) gets the numbers and kinds of your alerts at an address of your own.</>;
  const { since, readAt, reads } = feed;
  return (
    <>
      Since <Time seconds={since} />.{' '}
      {readAt === null ? (
        'Not read yet.'
      ) : (
        <>
          Read {formatCount(reads)} {reads === 1 ? 'time' : 'times'}, last <Time seconds={readAt} />.
        </>
      )}
    </>
  );
}

function Feed({ feed }: Pick<AlertSubscription, 'feed'>) {
  const change = useSubscriptionAct(
    (isOn: boolean) => api.call('changeAlertFeed', { body: { isOn } }),
    ({ subscription }) => subscription,
  );
  const url = change.data?.url ?? null;
  return (
    <div className="tm-stack">
      <p>
        <b>Feed:</b> {feed ? 'on.' : 'off.'} <FeedState feed={feed} />
      </p>
      {url !== null && feed && (
        <div className="tm-banner" role="status">
          <div className="tm-grow">
            <p>
              <b>Address of your feed, shown this once.</b> Whoever has it reads numbers and kinds of your alerts.
            </p>
            <p className="tm-mono am-secret">{url}</p>
          </div>
          <CopyButton value={url} what="address of the feed" size="sm" />
        </div>
      )}
      {change.error && <ErrorPanel error={change.error} what="The feed" />}
      <div className="am-fields">
        <button type="button" className="tm-btn sm" disabled={change.isPending} onClick={() => change.mutate(true)}>
          {feed ? 'Make a new address' : 'Make a feed'}
        </button>
        {feed && (
          <button type="button" className="tm-btn sm" disabled={change.isPending} onClick={() => change.mutate(false)}>
            End the feed
          </button>
        )}
      </div>
    </div>
  );
}

function DigestChoice({ digest }: Pick<AlertSubscription, 'digest'>) {
  const change = useSubscriptionAct(
    (wanted: AlertSubscription['digest']) => api.call('changeAlertDigest', { body: { digest: wanted } }),
    (subscription) => subscription,
  );
  return (
    <div className="am-form am-addchannel">
      <FormSelect
        label="Summary by email"
        name="digest"
        value={change.isPending ? change.variables : digest}
        options={DIGESTS}
        help="How many alerts are new, open and yours, at 05:00 UTC. None where nothing is new."
        onText={(wanted) => {
          const known = DIGESTS.find(([id]) => id === wanted);
          if (known) change.mutate(known[0]);
        }}
      />
      {change.error && <ErrorPanel error={change.error} what="The summary" />}
    </div>
  );
}

/** How a person follows alerts outside the page: a feed for a reader, and a summary by email. Neither has an address in it. */
export function PersonalSubscription() {
  const { data, error, refetch } = useQuery(subscriptionQuery());
  return (
    <section aria-labelledby="am-own" className="tm-stack">
      <h2 className="tm-h" id="am-own">
        Your own feed and summary
      </h2>
      {error && !data && <ErrorPanel error={error} what="Your feed and summary" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="your feed and summary">
          <RowBars rows={2} columns={['40%', '30%']} />
        </Skeleton>
      )}
      {data && (
        <>
          <Feed feed={data.feed} />
          <DigestChoice digest={data.digest} />
        </>
      )}
    </section>
  );
}
