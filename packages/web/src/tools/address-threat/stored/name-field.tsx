import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../../api.ts';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { STORED_KEY, storedQuery } from './stored-queries.ts';

/** What its owner calls a screening. */
export function NameField({ id }: { readonly id: string }) {
  const client = useQueryClient();
  const { data } = useQuery(storedQuery(id));
  const name = data?.row.name ?? null;
  const [typed, setTyped] = useState<string | undefined>();
  const rename = useMutation({
    mutationFn: (text: string) => api.call('nameScreening', { params: { id }, body: { name: text || null } }),
    onSuccess: async () => {
      setTyped(undefined);
      await client.invalidateQueries({ queryKey: STORED_KEY });
    },
  });
  if (typed === undefined) {
    return (
      <span className="tm-row">
        {name !== null && (
          <b>
            <bdi>{name}</bdi>
          </b>
        )}
        <button type="button" className="tm-linkbtn tm-sm" onClick={() => setTyped(name ?? '')}>
          {name === null ? 'Name this screening' : 'Rename'}
        </button>
      </span>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate(typed.trim());
  };
  return (
    <form className="tm-row" onSubmit={submit}>
      <input
        className="tm-field"
        aria-label="Name of the screening"
        maxLength={120}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <button type="submit" className="tm-btn sm" disabled={rename.isPending}>
        Save
      </button>
      <button type="button" className="tm-btn sm quiet" onClick={() => setTyped(undefined)}>
        Cancel
      </button>
      {rename.error && <ErrorPanel error={rename.error} what="The name" />}
    </form>
  );
}
