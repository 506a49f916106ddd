import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, api } from '../../../api.ts';
import { CASES_KEY } from '../../../cases.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { showToast } from '../../../components/toast.ts';
import { formatBytes, formatCount, formatPlural } from '../../../format/number.ts';
import { caseUrl } from '../../../url.ts';
import { CHECK_WORDS } from './check-words.ts';
import { addPackagedFiles } from './packaged-files.ts';
import type { Chosen } from './read-chosen.ts';
import './case-files.css';

type Preview = Answer<'previewCaseImport'>;

const KIND_WORDS: Readonly<Record<string, readonly [one: string, several: string]>> = {
  people: ['colleague', 'colleagues'],
  note_version: ['version of a note', 'versions of notes'],
  item: ['pinned result', 'pinned results'],
  comment: ['comment', 'comments'],
  evidence: ['file of evidence', 'files of evidence'],
  custody: ['ledger of custody', 'ledgers of custody'],
  money: ['line of the money', 'lines of the money'],
  person: ['person or entity', 'people and entities'],
  link: ['link', 'links'],
  label: ['label of an address', 'labels of addresses'],
  task: ['task', 'tasks'],
  reported_event: ['reported event', 'reported events'],
  note: ['note', 'notes'],
  authority: ['legal authority', 'legal authorities'],
  authority_need: ['setting of authorities', 'settings of authorities'],
  request: ['request', 'requests'],
  request_step: ['step of a request', 'steps of requests'],
  request_asset: ['amount of a request', 'amounts of requests'],
};

function RowCounts({ rows }: Pick<Preview, 'rows'>) {
  const entries = Object.entries(rows);
  if (entries.length === 0) return <p className="tm-none">Nothing but a title: the case would be empty.</p>;
  return (
    <ul className="cf-counts">
      {entries.map(([kind, count]) => (
        <li key={kind}>{formatPlural(count, ...(KIND_WORDS[kind] ?? ([`${kind} row`, `${kind} rows`] as const)))}</li>
      ))}
    </ul>
  );
}

/** Places of a package in words: `case_person/name` is what was left out of people and entities. */
function namePlace(what: string): string {
  const [, kind = '', field] = /^(?:case_)?([a-z_]+)(?:\/([a-z_]+))?$/.exec(what) ?? [];
  const words = KIND_WORDS[kind]?.[1];
  if (words === undefined) return what;
  return `${words[0]?.toUpperCase()}${words.slice(1)}${field === undefined ? '' : `: ${field.replaceAll('_', ' ')}`}`;
}

function LeftOver({ notUnderstood }: Pick<Preview, 'notUnderstood'>) {
  if (notUnderstood.length === 0) return <p className="tm-t2">Everything in the file has a place in a case.</p>;
  return (
    <ul className="cf-leftover">
      {notUnderstood.map(({ what, count, why }) => (
        <li key={`${what} ${why}`}>
          <bdi>{namePlace(what)}</bdi>
          {count > 1 && ` (${formatCount(count)})`}. <span className="tm-t3">{why}</span>
        </li>
      ))}
    </ul>
  );
}

function Checks({ checks }: Pick<Preview, 'checks'>) {
  if (checks.length === 0) return null;
  return (
    <>
      <h3 className="tm-h">Who signed it, and what was checked</h3>
      <ul className="cf-leftover">
        {checks.map(({ state, sentence }) => (
          <li key={sentence} className={state === 'failed' ? 'cs-wrong' : undefined}>
            <b>{CHECK_WORDS[state]}:</b> <bdi>{sentence}</bdi>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Files of evidence that come with a package, or that it names and that are not here. */
function PackagedFiles({ chosen: { preview, files } }: { readonly chosen: Chosen }) {
  if (preview.files.length === 0) return null;
  const bytes = preview.files.reduce((sum, { size }) => sum + size, 0);
  return (
    <p>
      {formatPlural(preview.files.length, 'file of evidence', 'files of evidence')}, {formatBytes(bytes)}.{' '}
      {files.size > 0
        ? 'They are sent to the new case after it is opened, and each is compared with the hash that the sender signed.'
        : 'This is the signed file alone: choose the archive (.tar) to have the files too.'}
    </p>
  );
}

function ImportForm({ chosen, onClose }: { readonly chosen: Chosen; readonly onClose: () => void }) {
  const client = useQueryClient();
  const router = useRouter();
  const { content, name, preview, files } = chosen;
  const [isAccepted, setAccepted] = useState(false);
  const { mustAccept } = preview;
  const isBroken = preview.checks.some(({ state }) => state === 'failed');
  const isHeldBack = isBroken || (mustAccept !== null && !isAccepted);
  const importing = useMutation({
    mutationFn: () => api.call('importCase', { body: { content, acceptedKey: isAccepted ? mustAccept : null } }),
    onSuccess: async ({ head, strangers }) => {
      const others =
        strangers.length > 0 ? ` ${formatPlural(strangers.length, 'person', 'people')} of it not known here.` : '';
      showToast('done', `The case is imported as ${head.number}.${others}`);
      await client.invalidateQueries({ queryKey: CASES_KEY });
      onClose();
      await router.navigate({ href: caseUrl(head.id, files.size > 0 ? 'evidence' : undefined) });
      if (files.size > 0) await addPackagedFiles(head.id, chosen);
    },
  });
  return (
    <form
      className="tm-form"
      onSubmit={(event) => {
        event.preventDefault();
        importing.mutate();
      }}
    >
      <p>
        <bdi>{name}</bdi> ({preview.format}): “<bdi>{preview.title}</bdi>”. It opens a new case that only you see.
      </p>
      <Checks checks={preview.checks} />
      <h3 className="tm-h">What it becomes</h3>
      <RowCounts rows={preview.rows} />
      <PackagedFiles chosen={chosen} />
      <h3 className="tm-h">{preview.checks.length > 0 ? 'What was left out' : 'What has no place'}</h3>
      <LeftOver notUnderstood={preview.notUnderstood} />
      {mustAccept !== null && !isBroken && (
        <label className="cf-accept">
          <input
            type="checkbox"
            checked={isAccepted}
            onChange={({ currentTarget }) => setAccepted(currentTarget.checked)}
          />
          <span>
            I compared <span className="tm-mono">{mustAccept}</span> with the sender, by another means than the one this
            file came by. It is written to the log.
          </span>
        </label>
      )}
      {importing.error && <ErrorPanel error={importing.error} what="The case" />}
      <div className="actions">
        <button type="submit" className="tm-btn pri" disabled={importing.isPending || isHeldBack} data-autofocus>
          {importing.isPending ? 'Importing…' : 'Import the case'}
        </button>
        <button type="button" className="tm-btn" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}

export interface ImportDialogProps {
  readonly chosen: Chosen | undefined;
  readonly onClose: () => void;
}

/** What a file would become, and what of it has no place, before anything is written. */
export function ImportDialog({ chosen, onClose }: ImportDialogProps) {
  return (
    <Dialog isOpen={chosen !== undefined} onClose={onClose} title="Import a case" width={560}>
      {chosen && <ImportForm chosen={chosen} onClose={onClose} />}
    </Dialog>
  );
}
