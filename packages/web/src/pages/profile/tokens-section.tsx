import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { factorRoutes } from '@trailmark/api/contract/factor';
import type { RouteOutput } from '@trailmark/api/route';
import { useState } from 'react';
import { api } from '../../api.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormSelect } from '../../components/form/form-choice.tsx';
import { FormFailure } from '../../components/form/form-failure.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { UtcTime } from '../../components/utc-time.tsx';
import { apiTokensQuery } from './queries.ts';

const SPANS = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'a year'],
] as const;

type Made = RouteOutput<typeof factorRoutes.createApiToken>;

/** A token that was just made: the only time that it and its secret are shown. */
function MadeToken({ token, signing: { key, secret } }: Made) {
  return (
    <div className="tm-notice" role="status">
      <p>This is shown once. Keep it where the program reads it.</p>
      <p className="tm-mono up-token">
        {token} <CopyButton value={token} what="token" />
      </p>
      <details>
        <summary>For programs that sign their requests</summary>
        <p>A client of Elliptic sends the key and signs with the secret, instead of sending the token.</p>
        <p className="tm-mono up-token">
          <span className="tm-t2">Key</span> {key} <CopyButton value={key} what="key" />
        </p>
        <p className="tm-mono up-token">
          <span className="tm-t2">Secret</span> {secret} <CopyButton value={secret} what="secret" />
        </p>
      </details>
    </div>
  );
}

function NewToken() {
  const client = useQueryClient();
  const [made, setMade] = useState<Made | undefined>(undefined);
  const form = useForm({
    initial: { name: '', days: '90' },
    schema: factorRoutes.createApiToken.body,
    toBody: ({ name, days }) => ({ name, days: Number(days) }),
    words: { name: 'Name the program that will use it.' },
    send: async (body) => {
      setMade(await api.call('createApiToken', { body }));
      await client.invalidateQueries({ queryKey: ['api-tokens'] });
    },
  });
  return (
    <form className="tm-form" noValidate onSubmit={form.onSubmit} aria-label="New token">
      <FormField label="Name of the program" autoComplete="off" {...form.field('name')} />
      <FormSelect label="Valid for" options={SPANS} {...form.field('days')} />
      <FormFailure error={form.failure} what="The token" />
      <button type="submit" className="tm-btn up-start" disabled={form.isSending}>
        Make a token
      </button>
      {made && <MadeToken {...made} />}
    </form>
  );
}

/** Own tokens for programs. */
export function TokensSection() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(apiTokensQuery());
  const ending = useMutation({
    mutationFn: (id: string) => api.call('endApiToken', { params: { id }, body: {} }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['api-tokens'] }),
  });
  return (
    <section className="up-section" aria-labelledby="up-tokens">
      <h2 className="tm-h" id="up-tokens">
        Tokens for programs
      </h2>
      {error && <ErrorPanel error={error} what="The list of tokens" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="tokens">
          <RowBars rows={1} columns={['200px', '80px']} />
        </Skeleton>
      )}
      {data?.items.length === 0 && <Empty>A program that asks the API in your name has a token here.</Empty>}
      {data && data.items.length > 0 && (
        <ul className="up-list">
          {data.items.map(({ id, name, expiresAt, lastUsedAt }) => (
            <li key={id}>
              <div>
                <b className="tm-m">{name}</b>
                <p className="tm-sm tm-t3">
                  Ends <UtcTime iso={expiresAt} />, {lastUsedAt ? <UtcTime iso={lastUsedAt} /> : 'never used'}
                </p>
              </div>
              <button type="button" className="tm-btn sm" disabled={ending.isPending} onClick={() => ending.mutate(id)}>
                End
              </button>
            </li>
          ))}
        </ul>
      )}
      {ending.error && <ErrorPanel error={ending.error} what="The change" />}
      <NewToken />
    </section>
  );
}
