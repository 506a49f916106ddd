import { useQueryClient } from '@tanstack/react-query';
import { caseEvidenceRoutes } from '@trailmark/api/contract/case-evidence';
import { useState } from 'react';
import { api } from '../../api.ts';
import { caseKey } from '../../cases.ts';
import { Dialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/form/dialog-form.tsx';
import { FormArea } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { formatBytes } from '../../format/number.ts';
import { beginUpload, sendFile } from './uploads/upload-store.ts';

const INITIAL = { files: '', description: '', source: '', acquiredAt: '', acquiredBy: '', acquiredWhere: '' };

/** Seconds of a moment as a field of date and time has it, UTC. */
export function readMoment(text: string): number | null {
  return text === '' ? null : Math.floor(Date.parse(`${text}Z`) / 1_000);
}

interface FormProps {
  readonly caseId: string;
  readonly onClose: () => void;
}

function AddForm({ caseId, onClose }: FormProps) {
  const client = useQueryClient();
  const [files, setFiles] = useState<readonly File[]>([]);
  const form = useForm({
    initial: INITIAL,
    schema: caseEvidenceRoutes.describeCaseEvidence.body,
    toBody: ({ files: _, acquiredAt, ...texts }) => ({ ...texts, version: 1, acquiredAt: readMoment(acquiredAt) }),
    check: () => (files.length === 0 ? { files: 'Choose one file or several.' } : {}),
    send: async (body) => {
      const isDescribed = Object.values({ ...body, version: null }).some((value) => value !== null && value !== '');
      for (const file of files) {
        const id = await beginUpload(caseId, file);
        if (isDescribed) await api.call('describeCaseEvidence', { params: { case: caseId, item: id }, body });
        sendFile(caseId, { id, size: file.size }, file);
      }
      await client.invalidateQueries({ queryKey: caseKey(caseId) });
      onClose();
    },
  });
  const total = files.reduce((sum, { size }) => sum + size, 0);
  return (
    <DialogForm form={form} what="The upload" action="Add to the case" onClose={onClose}>
      <div>
        <label className="cs-files">
          <span>Files</span>
          <input
            type="file"
            name="files"
            multiple
            data-autofocus
            aria-invalid={form.field('files').error !== undefined || undefined}
            onChange={({ currentTarget }) => {
              setFiles([...(currentTarget.files ?? [])]);
              form.set('files', '');
            }}
          />
        </label>
        {form.field('files').error && <p className="cs-wrong">{form.field('files').error}</p>}
        {files.length > 1 && (
          <p className="tm-t3 tm-sm">
            {files.length} files, {formatBytes(total)}. Each gets its own number.
          </p>
        )}
      </div>
      <FormArea label="Description" rows={2} isOptional {...form.field('description')} />
      <div className="cs-two">
        <FormField label="Acquired at, UTC" type="datetime-local" required={false} {...form.field('acquiredAt')} />
        <FormField label="Acquired by" required={false} {...form.field('acquiredBy')} />
        <FormField label="Acquired where" required={false} {...form.field('acquiredWhere')} />
        <FormField
          label="Source"
          required={false}
          help="Such as a search, a handover, a reply."
          {...form.field('source')}
        />
      </div>
      <p className="tm-t3 tm-sm">
        Files are encrypted on the server and hashed by your browser and by the server. Keep this page open until the
        upload has finished; you can continue an interrupted one.
      </p>
    </DialogForm>
  );
}

/** Chooses files of evidence and says how they were acquired. */
export function AddEvidenceDialog({ isOpen, ...others }: FormProps & { readonly isOpen: boolean }) {
  return (
    <Dialog isOpen={isOpen} onClose={others.onClose} title="Add evidence" width={560}>
      {isOpen && <AddForm {...others} />}
    </Dialog>
  );
}
