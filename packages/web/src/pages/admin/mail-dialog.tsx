import { useQuery } from '@tanstack/react-query';
import type { AdminMail } from '@trailmark/api/contract/admin-post';
import { api } from '../../api.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Bar, Skeleton } from '../../components/skeleton.tsx';
import { formatPlural } from '../../format/number.ts';
import { StrangeText } from './strange-text.tsx';

function MailText({ mail }: { readonly mail: AdminMail }) {
  const { data, error } = useQuery({
    queryKey: ['mail-text', mail.id],
    queryFn: ({ signal }) => api.call('readMail', { params: { id: mail.id }, signal }),
    // Each reading is requested, proven and logged; nothing of it is kept.
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  if (error) return <ErrorPanel error={error} what="The text" />;
  if (!data) {
    return (
      <Skeleton what="text of the mail">
        <Bar width="80%" />
      </Skeleton>
    );
  }
  return (
    <>
      {data.withheldLinks > 0 && (
        <p className="tm-note">
          {formatPlural(data.withheldLinks, 'link')} that would open the account of the recipient: not shown.
        </p>
      )}
      <StrangeText text={data.body.trimEnd()} />
    </>
  );
}

export interface MailDialogProps {
  /** Undefined: closed. */
  readonly mail: AdminMail | undefined;
  readonly onClose: () => void;
}

/** The text of one email; that it was read is in the log. */
export function MailDialog({ mail, onClose }: MailDialogProps) {
  return (
    <Dialog isOpen={mail !== undefined} onClose={onClose} title={mail?.subject} width={620}>
      {mail && (
        <div className="tm-stack">
          <p className="tm-t3">To {mail.recipient}. That you read it is in the audit log.</p>
          <MailText mail={mail} />
        </div>
      )}
    </Dialog>
  );
}
