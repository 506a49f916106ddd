import { IconUpload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { api } from '../../api.ts';
import { CASES_KEY } from '../../cases.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { showToast } from '../../components/toast.ts';
import { caseUrl } from '../../url.ts';

/** Opens a case from a file that was exported, here or elsewhere. */
export function ImportButton() {
  const client = useQueryClient();
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const importing = useMutation({
    mutationFn: async (file: File) => api.call('importCase', { body: { content: await file.text() } }),
    onSuccess: async ({ head, strangers }) => {
      const others = strangers.length > 0 ? ` ${strangers.length} people of it are not of this agency.` : '';
      showToast('done', `The case is imported as ${head.number}.${others}`);
      await client.invalidateQueries({ queryKey: CASES_KEY });
      await router.navigate({ href: caseUrl(head.id) });
    },
  });
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        className="tm-sr"
        aria-label="File of a case"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) importing.mutate(file);
          currentTarget.value = '';
        }}
      />
      <button type="button" className="tm-btn" disabled={importing.isPending} onClick={() => input.current?.click()}>
        <IconUpload size={16} stroke={1.5} aria-hidden="true" /> {importing.isPending ? 'Importing…' : 'Import'}
      </button>
      {importing.error && <ErrorPanel error={importing.error} what="The file" />}
    </>
  );
}
