import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CasePackageRow } from '@trailmark/api/contract/case-package';
import { ROUTES_BASE } from '@trailmark/api/route';
import { useState } from 'react';
import { type Answer, api } from '../../../api.ts';
import { caseKey, casePackagesQuery } from '../../../cases.ts';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { formatPlural } from '../../../format/number.ts';
import { formatTime } from '../../../format/time.ts';
import { AskDialog, type Asked } from '../ask-dialog.tsx';
import { saveBlob } from './save-file.ts';

type Overview = Answer<'getCase'>;

export const packageUrl = (caseId: string, id: string): string => `${ROUTES_BASE}/cases/${caseId}/packages/${id}/file`;

function saveNotice({ number }: Overview['head'], { number: own, revoked }: CasePackageRow): void {
  if (!revoked) return;
  saveBlob(new Blob([revoked.notice], { type: 'application/json' }), `case-${number}-${own}.revocation.json`);
}

interface LineProps {
  readonly overview: Overview;
  readonly item: CasePackageRow;
  readonly onRevoke: () => void;
}

function PackageLine({ overview: { head, rights }, item, onRevoke }: LineProps) {
  const { id, number, recipient, purpose, expires, root, files, madeAt, madeBy, revoked } = item;
  return (
    <li>
      <span className="tm-m">{number}</span>
      <span>
        <bdi>{recipient}</bdi> <bdi className="tm-t3">{purpose}</bdi>{' '}
        <span className="tm-t3">
          {formatTime(madeAt).slice(0, 10)} by <bdi>{madeBy}</bdi>, root{' '}
          <span className="tm-mono" title={root}>
            {root.slice(0, 12)}…
          </span>
          {files.length > 0 && `, ${formatPlural(files.length, 'file')}`}
          {expires && `, good until ${expires}`}
        </span>
        {revoked && (
          <span className="cs-late">
            {' '}
            revoked {formatTime(revoked.at).slice(0, 10)} by <bdi>{revoked.by}</bdi>: <bdi>{revoked.why}</bdi>
          </span>
        )}
      </span>
      {rights.includes('export') && (
        <span className="tm-row tm-wrap">
          {revoked ? (
            <button type="button" className="tm-linkbtn tm-sm" onClick={() => saveNotice(head, item)}>
              Save the notice<span className="tm-sr"> of {number}</span>
            </button>
          ) : (
            <>
              <a className="tm-sm" href={packageUrl(head.id, id)} download>
                Save again<span className="tm-sr"> {number}</span>
              </a>
              <button type="button" className="tm-linkbtn tm-sm" onClick={onRevoke}>
                Revoke<span className="tm-sr"> {number}</span>
              </button>
            </>
          )}
        </span>
      )}
    </li>
  );
}

/** What was signed for other agencies, and whether it was revoked. Nothing where nothing was. */
export function PackageList({ overview }: { readonly overview: Overview }) {
  const { head } = overview;
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(casePackagesQuery(head.id));
  const [asked, setAsked] = useState<Asked | undefined>();
  if (error) return <ErrorPanel error={error} what="The list of packages" onRetry={() => void refetch()} />;
  if (!data || data.items.length === 0) return null;
  const askRevocation = ({ id, number, recipient }: CasePackageRow): Asked => ({
    title: `Revoke ${number}`,
    text: `What ${recipient} received stays there. You save a signed notice and send it: their Trailmark marks the case that came from the package, and takes it in no more.`,
    button: `Revoke ${number}`,
    label: 'Why',
    isDanger: true,
    run: async (why) => {
      const params = { case: head.id, package: id };
      saveNotice(head, await api.call('revokeCasePackage', { params, body: { why } }));
      await client.invalidateQueries({ queryKey: caseKey(head.id) });
    },
  });
  return (
    <div>
      <h3 className="tm-h">Packages for other agencies</h3>
      <ul className="cs-due cf-packages">
        {data.items.map((item) => (
          <PackageLine key={item.id} overview={overview} item={item} onRevoke={() => setAsked(askRevocation(item))} />
        ))}
      </ul>
      <AskDialog asked={asked} onClose={() => setAsked(undefined)} />
    </div>
  );
}
