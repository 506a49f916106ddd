import { IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { showToast } from '../../components/toast.ts';
import { ImportDialog } from './files/import-dialog.tsx';
import { type Chosen, readChosen } from './files/read-chosen.ts';

/** Opens a case from a file, of any format that is read: what it becomes is shown first. */
export function ImportButton() {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen | undefined>();
  const reading = useMutation({
    mutationFn: readChosen,
    onSuccess: (read) => {
      if (!('notice' in read)) return setChosen(read);
      const { sender, number, fingerprint } = read.notice;
      showToast(
        'done',
        `Noted: “${sender}” revoked its package of case ${number}, signed with ${fingerprint.slice(0, 19)}… A case that came from it says so.`,
      );
    },
  });
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="application/json,.json,text/csv,.csv,application/x-tar,.tar"
        className="tm-sr"
        aria-label="File of a case"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) reading.mutate(file);
          currentTarget.value = '';
        }}
      />
      <button type="button" className="tm-btn" disabled={reading.isPending} onClick={() => input.current?.click()}>
        <IconUpload size={16} stroke={1.5} aria-hidden="true" /> {reading.isPending ? 'Reading the file…' : 'Import'}
      </button>
      {reading.error && <ErrorPanel error={reading.error} what="The file" />}
      <ImportDialog chosen={chosen} onClose={() => setChosen(undefined)} />
    </>
  );
}
