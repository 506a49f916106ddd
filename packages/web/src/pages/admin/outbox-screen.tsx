import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { AdminMail } from '@trailmark/api/contract/admin-post';
import { MAIL_STATUSES } from '@trailmark/api/contract/statuses';
import { useMemo, useState } from 'react';
import { api } from '../../api.ts';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { PagedFoot } from '../../components/paged-foot.tsx';
import { QuotedText } from '../../components/quoted-text.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { ZoneSwitch } from '../../components/time.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { formatCount } from '../../format/number.ts';
import { type Act, ActDialog } from '../../parts/admin/act-dialog.tsx';
import { AdminPage } from '../../parts/admin/admin-page.tsx';
import { MAIL_WORDS } from './admin-words.ts';
import { MailDialog } from './mail-dialog.tsx';
import { outboxQuery, PAGE_SIZE } from './queries.ts';
import { outboxUrl } from './search.ts';
import { StatusChips } from './status-chips.tsx';
import { RowMoment } from './user-columns.tsx';

const route = getRouteApi('/dashboard/admin-outbox');

function listMailActs({ id, status, recipient, subject }: AdminMail): Act[] {
  const params = { id };
  const mail = `“${subject}” to ${recipient}`;
  const again: Act = {
    title: status === 'queued' ? 'Send now' : 'Send again',
    text: `${mail} is tried again with the next delivery.`,
    button: `Send the mail to ${recipient}`,
    run: () => api.call('retryMail', { params, body: {} }),
  };
  const cancel: Act = {
    title: 'Cancel',
    text: `${mail} is not sent. It stays in the list.`,
    button: `Cancel the mail to ${recipient}`,
    isDanger: true,
    run: () => api.call('cancelMail', { params, body: {} }),
  };
  if (status === 'sent') return [];
  return status === 'cancelled' ? [again] : [again, cancel];
}

interface Handlers {
  readonly onRead: (mail: AdminMail) => void;
  readonly onAct: (act: Act) => void;
}

function createColumns({ onRead, onAct }: Handlers): readonly DataColumn<AdminMail>[] {
  return [
    {
      id: 'recipient',
      header: 'Recipient, subject',
      narrow: 'top-left',
      cell: ({ recipient, subject }) => (
        <span className="ad-who">
          <bdi>{recipient}</bdi>
          <span className="tm-t3 tm-sm">{subject}</span>
        </span>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      narrow: 'top-right',
      cell: ({ status }) => (status === 'failed' ? <b className="ad-late">Failed</b> : MAIL_WORDS[status]),
    },
    {
      id: 'created',
      header: <ZoneSwitch label="Written" />,
      cell: ({ createdAt }) => <RowMoment iso={createdAt} none="" />,
    },
    { id: 'sent', header: 'Sent', isMinor: true, cell: ({ sentAt }) => <RowMoment iso={sentAt} none="no" /> },
    { id: 'attempts', header: 'Tries', align: 'right', isMinor: true, cell: ({ attempts }) => formatCount(attempts) },
    {
      id: 'error',
      header: 'Last error',
      isMinor: true,
      cell: ({ lastError }) =>
        lastError === null ? <span className="tm-t3">none</span> : <QuotedText text={lastError} />,
    },
    {
      id: 'actions',
      header: <span className="tm-sr">Actions</span>,
      narrow: 'bottom-right',
      cell: (mail) => (
        <span className="ad-rowacts">
          <button type="button" className="tm-linkbtn" onClick={() => onRead(mail)}>
            Read
          </button>
          {listMailActs(mail).map((act) => (
            <button key={act.title} type="button" className="tm-linkbtn" onClick={() => onAct(act)}>
              {act.title}
            </button>
          ))}
        </span>
      ),
    },
  ];
}

/** Emails that the server wrote: what left it, what waits, and what failed. */
export function OutboxScreen() {
  const search = route.useSearch();
  const [mail, setMail] = useState<AdminMail | undefined>(undefined);
  const [act, setAct] = useState<Act | undefined>(undefined);
  const columns = useMemo(() => createColumns({ onRead: setMail, onAct: setAct }), []);
  const query = useInfiniteQuery(outboxQuery(search));
  const { data, error, isPlaceholderData, refetch } = query;
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  const [first] = data?.pages ?? [];
  useDocumentTitle('Mail outbox');
  const chips = [
    { id: undefined, label: 'Every status', href: outboxUrl() },
    ...MAIL_STATUSES.map((status) => ({
      id: status,
      label: first ? `${MAIL_WORDS[status]} ${formatCount(first.counts[status])}` : MAIL_WORDS[status],
      href: outboxUrl({ status }),
    })),
  ];
  return (
    <AdminPage
      tab="outbox"
      title="Mail outbox"
      lead="Every mail is kept here before it is sent. Its text is shown after a fresh proof that it is you, and that is logged."
    >
      {first && !first.hasMailServer && (
        <p className="tm-note">No mail server is set: nothing leaves by itself. Read a mail to hand its link on.</p>
      )}
      <StatusChips chips={chips} current={search.status} />
      {error && !data && <ErrorPanel error={error} what="The outbox" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="mails">
          <RowBars rows={6} columns={['240px', '80px', '160px', '160px', '60px']} />
        </Skeleton>
      )}
      {data && rows.length === 0 && (
        <Empty>{search.status === undefined ? 'No mail was written yet.' : 'No mail has this status.'}</Empty>
      )}
      {rows.length > 0 && (
        <div>
          <DataTable
            caption="Mails"
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
            isUpdating={isPlaceholderData}
            onOpen={setMail}
          />
          <PagedFoot query={query} shown={rows.length} pageSize={PAGE_SIZE} asOf={undefined} />
        </div>
      )}
      <MailDialog mail={mail} onClose={() => setMail(undefined)} />
      <ActDialog act={act} onClose={() => setAct(undefined)} />
    </AdminPage>
  );
}
