import { useQuery } from '@tanstack/react-query';
import type { CaseAuthority } from '@trailmark/api/contract/case-authority';
import { useState } from 'react';
import { type Answer, api } from '../../api.ts';
import { caseAuthoritiesQuery } from '../../cases.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { AuthorityBlock } from './authority-block.tsx';
import { AuthorityDialog } from './authority-dialog.tsx';
import { AuthorityNeedsDialog } from './authority-needs-dialog.tsx';
import { type WhyAct, WhyDialog } from './why-dialog.tsx';

/** The authorities of a case with the dialogs to add, change and end one. */
export function CaseAuthorities({ overview: { head, rights, template } }: { readonly overview: Answer<'getCase'> }) {
  const { data, error, refetch } = useQuery(caseAuthoritiesQuery(head.id));
  const [edited, setEdited] = useState<CaseAuthority | 'new' | undefined>();
  const [isChoosing, setChoosing] = useState(false);
  const [ending, setEnding] = useState<WhyAct | undefined>();
  if (error && !data) return <ErrorPanel error={error} what="The authorities" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="authorities">
        <RowBars rows={2} columns={['50%', '20%', '20%']} />
      </Skeleton>
    );
  }
  const end = ({ id, type, number, version }: CaseAuthority) =>
    setEnding({
      action: `End ${type} ${number}`,
      help: 'It ends now and never begins again. It stays readable, with this reason.',
      send: (why) => api.call('endCaseAuthority', { params: { case: head.id, authority: id }, body: { version, why } }),
    });
  return (
    <>
      <AuthorityBlock
        data={data}
        reasons={template.needs ?? []}
        mayChange={rights.includes('law') && head.record === null}
        onAdd={() => setEdited('new')}
        onChange={setEdited}
        onEnd={end}
        onNeeds={() => setChoosing(true)}
      />
      <AuthorityDialog
        caseId={head.id}
        today={data.today}
        types={template.authorities}
        edited={edited}
        onClose={() => setEdited(undefined)}
      />
      <AuthorityNeedsDialog
        caseId={head.id}
        needs={data.needs}
        isOpen={isChoosing}
        onClose={() => setChoosing(false)}
      />
      <WhyDialog act={ending} onClose={() => setEnding(undefined)} />
    </>
  );
}
