import { useMutation } from '@tanstack/react-query';
import { contract } from '@trailmark/api/contract';
import { routeUrl } from '@trailmark/api/route-call';
import { CASE_FORMAT_IDS, CASE_FORMATS, type CaseFormatId } from '@trailmark/core/case-format';
import { useState } from 'react';
import type { Answer } from '../../../api.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { saveFile } from './save-file.ts';
import './case-files.css';

type Head = Answer<'getCase'>['head'];

interface FormatChoiceProps {
  readonly format: CaseFormatId;
  readonly onFormat: (format: CaseFormatId) => void;
}

function FormatChoice({ format, onFormat }: FormatChoiceProps) {
  return (
    <fieldset className="cf-formats">
      <legend className="tm-sr">Format</legend>
      {CASE_FORMAT_IDS.map((id) => {
        const { name, carries, leavesOut } = CASE_FORMATS[id];
        return (
          <label key={id} className="cf-format">
            <input
              type="radio"
              name="format"
              checked={id === format}
              data-autofocus={id === format || undefined}
              onChange={() => onFormat(id)}
            />
            <span>
              <b>{name}</b>
              <span className="tm-t2">{carries}</span>
              <span className="tm-t3 tm-sm">Not in it: {leavesOut}</span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

function ExportForm({ head, onClose }: { readonly head: Head; readonly onClose: () => void }) {
  const [format, setFormat] = useState<CaseFormatId>('json');
  const { name, extension, isForOthers } = CASE_FORMATS[format];
  const saving = useMutation({
    mutationFn: () => {
      const url = routeUrl(contract.exportCase, { params: { case: head.id }, query: { format } });
      return saveFile(url, `case-${head.number}${isForOthers ? `.${format}` : ''}.${extension}`);
    },
    onSuccess: onClose,
  });
  return (
    <form
      className="tm-form"
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      <FormatChoice format={format} onFormat={setFormat} />
      {isForOthers && (
        <p className="tm-t2 tm-sm">
          This format is made for others. Where the case needs a legal authority for disclosure, one has to be in force.
        </p>
      )}
      {saving.error && <ErrorPanel error={saving.error} what="The file" />}
      <div className="actions">
        <button type="submit" className="tm-btn pri" disabled={saving.isPending}>
          {saving.isPending ? 'Writing the file…' : `Save as ${name}`}
        </button>
        <button type="button" className="tm-btn" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}

export interface ExportDialogProps {
  readonly head: Head;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Saves the case as a file of a format, and says what each carries and leaves out. */
export function ExportDialog({ head, isOpen, onClose }: ExportDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={`Export ${head.number}`} width={560}>
      {isOpen && <ExportForm head={head} onClose={onClose} />}
    </Dialog>
  );
}
