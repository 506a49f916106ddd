import '../../components/tool-page.css';
import './monitoring.css';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { WatchKinds, WatchView } from '@trailmark/api/contract/watch';
import { isChainId } from '@trailmark/core/chain';
import { caseQuery } from '../../cases.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Crumbs } from '../../components/crumbs.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { monitoringUrl, watchKindsQuery, watchQuery } from '../../monitoring.ts';
import { caseUrl, PATHS } from '../../url.ts';
import { useWorkingCase } from '../../working-case.ts';
import { editorSearch } from './search.ts';
import { createDraft, draftOf, type WatchDraft } from './watch-draft.ts';
import { WatchForm } from './watch-form.tsx';

interface EditorCase {
  readonly id: string;
  readonly number: string;
  readonly title: string;
}

function Editor({
  kinds,
  of,
  watch,
  given,
}: {
  readonly kinds: WatchKinds;
  readonly of: EditorCase;
  readonly watch?: WatchView;
  readonly given: Partial<WatchDraft>;
}) {
  const title = watch ? `${watch.number} ${watch.name}` : 'New watch';
  useDocumentTitle(title);
  return (
    <>
      <Crumbs
        items={[
          { label: <bdi>{`${of.number} ${of.title}`}</bdi>, href: caseUrl(of.id) },
          { label: 'Address monitoring', href: monitoringUrl() },
          { label: watch ? watch.number : 'New watch' },
        ]}
      />
      <WatchForm
        key={watch?.version ?? 0}
        kinds={kinds}
        caseId={of.id}
        watch={watch}
        initial={createDraft(kinds, given)}
        title={title}
      />
    </>
  );
}

function Waiting() {
  return (
    <Skeleton what="what can be watched">
      <RowBars rows={8} columns={['30%', '20%', '40%']} />
    </Skeleton>
  );
}

/** What is copied, and the case of the new watch: that of the copy, the one that is named, else the working case. */
function useBeginning(copy: string | undefined, named: string | undefined) {
  const [workingCase] = useWorkingCase();
  const watch = useQuery({ ...watchQuery(copy ?? ''), enabled: copy !== undefined });
  const ofCase = useQuery({ ...caseQuery(named ?? ''), enabled: named !== undefined && copy === undefined });
  return {
    data: watch.data,
    of: watch.data?.case ?? ofCase.data?.head ?? workingCase,
    error: watch.error ?? ofCase.error,
    isLoading: watch.isLoading || ofCase.isLoading,
  };
}

/** A new watch of a case; with `copy` it begins as another one. */
function NewWatch({ kinds }: { readonly kinds: WatchKinds }) {
  const { copy, chain, subject, kind, case: named } = editorSearch.parse(useSearch({ strict: false }));
  const { data, of, error, isLoading } = useBeginning(copy, named);
  if (error)
    return <ErrorPanel error={error} what={copy === undefined ? 'The case of the watch' : 'The watch to copy'} />;
  if (isLoading) return <Waiting />;
  if (!of) {
    return (
      <Empty
        action={
          <AppLink className="tm-btn pri" href={PATHS.agencyCases}>
            Choose a case
          </AppLink>
        }
      >
        A watch belongs to a case. Open a case and choose “Work in this case”, then come back.
      </Empty>
    );
  }
  const given = data
    ? { ...draftOf(data), name: `${data.name} (copy)` }
    : {
        ...(chain !== undefined && isChainId(chain) ? { chain } : {}),
        ...(subject === undefined ? {} : { subject }),
        ...(kind === undefined ? {} : { kind }),
      };
  return <Editor kinds={kinds} of={of} given={given} />;
}

function KnownWatch({ kinds, id }: { readonly kinds: WatchKinds; readonly id: string }) {
  const { data, error, refetch } = useQuery(watchQuery(id));
  if (error && !data) return <ErrorPanel error={error} what="The watch" onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return <Editor kinds={kinds} of={data.case} watch={data} given={draftOf(data)} />;
}

/** The editor of a watch, with what it would have alerted next to it. */
export function WatchEditorScreen() {
  const { watch } = useParams({ strict: false }) as { readonly watch?: string };
  const { data: kinds, error, refetch } = useQuery(watchKindsQuery());
  useDocumentTitle('Watch');
  return (
    <div className="tm-page tm-stack am-page">
      {error && !kinds && <ErrorPanel error={error} what="What can be watched" onRetry={() => void refetch()} />}
      {!kinds && !error && <Waiting />}
      {kinds &&
        (watch === undefined ? <NewWatch kinds={kinds} /> : <KnownWatch key={watch} kinds={kinds} id={watch} />)}
    </div>
  );
}
