import { IconUpload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormSelect } from '../../components/form/form-choice.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { saveText } from '../../save-file.ts';
import { useMe } from '../../session.ts';
import { DECONFLICTION_KEY, partnersQuery } from './queries.ts';
import { deconflictionUrl } from './search.ts';

const ADMINS: readonly string[] = ['agency-admin', 'platform-admin'];
const STEPS = [
  'Make a request and take it to the partner.',
  'They take it, and give you the answer.',
  'Take the answer: it is compared here. Give them the last file, with a match or without.',
  'They take it, and may give you a receipt.',
];

function Ask({ options }: { readonly options: readonly (readonly [string, string])[] }) {
  const [chosen, setChosen] = useState(options[0]?.[0] ?? '');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.call('makePartnerRequest', { params: { partner: chosen }, body: {} }),
    onSuccess: ({ name, text }) => saveText(text, name),
  });
  return (
    <section className="tm-stack">
      <h2 className="tm-h">Ask a partner</h2>
      <FormSelect label="Partner" name="partner" options={options} value={chosen} onText={setChosen} />
      <p>
        <button type="button" className="tm-btn pri" disabled={isPending} onClick={() => mutate()}>
          {isPending ? 'Making the request…' : 'Make a request file'}
        </button>
      </p>
      {error && <ErrorPanel error={error} what="The request" />}
      <p className="tm-sm tm-t2">It has 1,024 blinded values, however many interests you have.</p>
    </section>
  );
}

function Take() {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: async (file: File) => api.call('takePartnerFile', { body: { frame: await file.text() } }),
    onSuccess: ({ file }) => {
      if (file) saveText(file.text, file.name);
    },
    onSettled: () => client.invalidateQueries({ queryKey: DECONFLICTION_KEY }),
  });
  return (
    <section className="tm-stack">
      <h2 className="tm-h">Take a file of a partner</h2>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        className="tm-sr"
        aria-label="Request, answer, notice or receipt"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) mutate(file);
          currentTarget.value = '';
        }}
      />
      <p>
        <button type="button" className="tm-btn" disabled={isPending} onClick={() => input.current?.click()}>
          <IconUpload size={16} stroke={1.5} aria-hidden="true" /> {isPending ? 'Reading the file…' : 'Take a file'}
        </button>
      </p>
      <p className="tm-sm tm-t2">A request, answer, notice or receipt. What you give back is saved at once.</p>
      {data && (
        <p role="status">
          <b>
            <bdi>{data.partner}</bdi>
          </b>
          : {data.said}{' '}
          {data.file && (
            <button
              type="button"
              className="tm-linkbtn"
              onClick={() => data.file && saveText(data.file.text, data.file.name)}
            >
              Download it again
            </button>
          )}
        </p>
      )}
      {error && <ErrorPanel error={error} what="The file" />}
    </section>
  );
}

/** The same comparison by files, for sites without a network. */
export function FilesView() {
  const { data, error, refetch } = useQuery(partnersQuery());
  const isAdmin = ADMINS.includes(useMe()?.role ?? '');
  if (error) return <ErrorPanel error={error} what="The partners" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="the partners">
        <RowBars rows={3} columns={['240px']} />
      </Skeleton>
    );
  }
  const on = data.items.filter(({ isOn }) => isOn).map(({ id, name }) => [id, name] as const);
  if (!isAdmin) return <Empty>Administrators of your agency exchange files with partners.</Empty>;
  return (
    <div className="dc-two">
      <div className="dc-main">
        {on.length === 0 ? (
          <Empty
            action={
              <AppLink className="tm-btn pri" href={deconflictionUrl({ tab: 'partners' })}>
                Partners
              </AppLink>
            }
          >
            No partner is turned on. Files are made for and taken from partners that an administrator turned on.
          </Empty>
        ) : (
          <>
            <Ask options={on} />
            <Take />
          </>
        )}
      </div>
      <section className="tm-stack">
        <h2 className="tm-h">How files are exchanged, for sites without a network</h2>
        <ol className="dc-steps">
          {STEPS.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p className="tm-sm tm-t2">
          Files are sealed for the partner and signed. One that was taken before, changed, made for another agency or
          dated in the future is refused. Files of every kind have one size, with a match or without.
        </p>
      </section>
    </div>
  );
}
