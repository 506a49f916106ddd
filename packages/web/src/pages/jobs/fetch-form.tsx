import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { api } from '../../api.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { formatPlural } from '../../format/number.ts';
import { JOBS_KEY } from '../../jobs.ts';
import { sourcesQuery } from '../../parts/sources/source-queries.ts';

const MOST = 50;
const REQUESTS_EACH = 40;

function splitAddresses(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((word) => word !== ''))];
}

/** Queues a fetch of several addresses from an external source, and says what that reveals. Nothing where no source is on. */
export function FetchForm() {
  const id = useId();
  const client = useQueryClient();
  const { data } = useQuery(sourcesQuery());
  const [wanted, setWanted] = useState('');
  const [text, setText] = useState('');
  const on = data?.items.filter(({ isOn }) => isOn) ?? [];
  const source = on.find((one) => one.id === wanted) ?? on[0];
  const addresses = splitAddresses(text);
  const start = useMutation({
    mutationFn: ({ from }: { readonly from: string; readonly typed: string }) =>
      api.call('startFetches', {
        params: { id: from },
        body: { addresses: [...addresses], maxRequests: REQUESTS_EACH },
      }),
    onSuccess: (_, { typed }) => {
      // What was typed in the meantime stays.
      setText((now) => (now === typed ? '' : now));
      return client.invalidateQueries({ queryKey: JOBS_KEY });
    },
  });
  if (!source) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (addresses.length > 0 && addresses.length <= MOST) start.mutate({ from: source.id, typed: text });
  };
  return (
    <details className="jb-fetch">
      <summary>Fetch several addresses from an external source</summary>
      <form className="tm-stack" onSubmit={submit}>
        <label className="jb-field">
          <span>Source</span>
          <select className="tm-field" value={source.id} onChange={(event) => setWanted(event.currentTarget.value)}>
            {on.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
        <label className="jb-field">
          <span>Addresses, one per line</span>
          <textarea
            className="tm-field jb-addresses"
            rows={5}
            spellCheck={false}
            autoComplete="off"
            aria-describedby={`${id}-reveals ${id}-count`}
            aria-invalid={addresses.length > MOST}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <p className={addresses.length > MOST ? 'jb-failure' : 'tm-t2'} id={`${id}-count`}>
          {formatPlural(addresses.length, 'address', 'addresses')}, at most {MOST} in one job and {REQUESTS_EACH}{' '}
          requests for each.
        </p>
        <p className="tm-t2" id={`${id}-reveals`}>
          {source.reveals}
        </p>
        <div>
          <button
            type="submit"
            className="tm-btn pri"
            disabled={start.isPending || addresses.length === 0 || addresses.length > MOST}
          >
            Queue
          </button>
        </div>
        {start.error && <ErrorPanel error={start.error} what="The fetch" />}
      </form>
    </details>
  );
}
