import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '../../../api.ts';
import { CASES_KEY } from '../../../cases.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../../components/skeleton.tsx';
import { saveBlob } from '../files/save-file.ts';
import { AskDecision, EnterKey, RevokeKey } from './key-forms.tsx';
import { KeyList, type KeyView } from './key-list.tsx';
import '../files/case-files.css';

const TITLES: Readonly<Record<KeyView['at'], string>> = {
  list: 'Keys of other agencies',
  enter: 'Enter the key of an agency',
  trust: 'Trust this key',
  refuse: 'Do not trust this key',
  revoke: 'Revoke this key',
};

function OwnKey({ own }: { readonly own: { readonly fingerprint: string; readonly file: string } }) {
  return (
    <section className="tm-stack">
      <h3 className="tm-h">The key of this installation</h3>
      <p className="tm-t2">
        Packages that are made here are signed with it. Give it to other agencies, and its fingerprint by another means:
      </p>
      <p className="tm-mono cf-print">{own.fingerprint}</p>
      <div>
        <button
          type="button"
          className="tm-btn sm"
          onClick={() => saveBlob(new Blob([own.file], { type: 'text/plain' }), 'case-package-key.txt')}
        >
          Save the key as a file
        </button>
      </div>
    </section>
  );
}

function Keys({ onView }: { readonly onView: (view: KeyView) => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...CASES_KEY, 'keys'],
    queryFn: ({ signal }) => api.call('listCaseKeys', { signal }),
  });
  if (error && !data) return <ErrorPanel error={error} what="The list of keys" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="keys">
        <RowBars rows={3} columns={['320px', '120px']} />
      </Skeleton>
    );
  }
  return (
    <div className="tm-stack">
      <section className="tm-stack">
        <p className="tm-t2">
          A package of a case says who signed it. With the key of an agency here, an import tells whether it was theirs.
        </p>
        {data.mayEnter ? (
          <div>
            <button type="button" className="tm-btn" onClick={() => onView({ at: 'enter' })}>
              Enter a key
            </button>
          </div>
        ) : (
          <p className="tm-t3 tm-sm">An administrator of your agency enters keys, and another one confirms them.</p>
        )}
        <KeyList items={data.items} onView={onView} />
      </section>
      <OwnKey own={data.own} />
    </div>
  );
}

function show(view: KeyView, onView: (view: KeyView) => void): ReactNode {
  const back = () => onView({ at: 'list' });
  if (!('key' in view)) return view.at === 'list' ? <Keys onView={onView} /> : <EnterKey onClose={back} />;
  if (view.at === 'revoke') return <RevokeKey caseKey={view.key} onClose={back} />;
  return <AskDecision caseKey={view.key} isTrusted={view.at === 'trust'} onClose={back} />;
}

/** Opens the keys that packages of cases are judged by. */
export function KeysButton() {
  const [view, setView] = useState<KeyView | undefined>();
  return (
    <>
      <button type="button" className="tm-btn" onClick={() => setView({ at: 'list' })}>
        <IconKey size={16} stroke={1.5} aria-hidden="true" /> Keys
      </button>
      <Dialog
        isOpen={view !== undefined}
        onClose={() => setView(undefined)}
        title={TITLES[view?.at ?? 'list']}
        width={640}
      >
        {view && show(view, setView)}
      </Dialog>
    </>
  );
}
