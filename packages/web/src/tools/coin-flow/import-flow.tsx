import { IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { asFlowDocument } from '@trailmark/api/contract/flow-wire';
import { AppError } from '@trailmark/core/errors';
import { useRef } from 'react';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { formatPlural } from '../../format/number.ts';
import { coinFlowUrl } from '../../url.ts';
import { callFlow, type FlowAnswer } from './queries.ts';

const MAX_FILE_BYTES = 16_000_000;
const CHUNK = 0x8000;
const FORMATS: Readonly<Record<FlowAnswer<'importFlowFile'>['format'], string>> = {
  trailmark: 'a Trailmark flow',
  graphsense: 'a GraphSense graph',
  etherscan: 'an Etherscan Flow case',
};

/** Bytes as base64 in steps that a call stack can hold. */
function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += CHUNK)
    text += String.fromCharCode(...bytes.subarray(from, from + CHUNK));
  return btoa(text);
}

async function readFile(file: File): Promise<FlowAnswer<'importFlowFile'>> {
  if (file.size > MAX_FILE_BYTES)
    throw new AppError('invalid', 'This file is larger than 16 MB. Export a part of the graph and import that.');
  const content = toBase64(new Uint8Array(await file.arrayBuffer()));
  return callFlow('importFlowFile', { body: { name: file.name.slice(0, 200), content } });
}

function Refused({ refused }: Pick<FlowAnswer<'importFlowFile'>, 'refused'>) {
  if (refused.length === 0) return <p className="tm-t2">Everything in it could be taken over.</p>;
  return (
    <details className="cf-refused" open={refused.length <= 5}>
      <summary>{formatPlural(refused.length, 'part', 'parts')} could not be taken over</summary>
      <ul>
        {refused.slice(0, 200).map(({ what, reason }) => (
          <li key={what + reason}>
            <span className="tm-quoted">{what.slice(0, 64)}</span> <span className="tm-t3">{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Reads a flow from a file, states what was rejected, and saves it only on request. */
export function ImportFlow() {
  const input = useRef<HTMLInputElement>(null);
  const router = useRouter();
  const reading = useMutation({ mutationFn: readFile });
  const saving = useMutation({
    mutationFn: async (answer: FlowAnswer<'importFlowFile'>) => {
      const { createFlowOf } = await import('./trace-run.ts');
      return createFlowOf(asFlowDocument(answer.document));
    },
    onSuccess: (id) => router.navigate({ href: coinFlowUrl(id) }),
  });
  const found = reading.data;
  return (
    <div className="cf-import">
      <button type="button" className="tm-btn" disabled={reading.isPending} onClick={() => input.current?.click()}>
        <IconUpload size={16} stroke={1.5} aria-hidden="true" />
        {reading.isPending ? 'Reading the file' : 'Choose a file'}
      </button>
      <input
        ref={input}
        className="tm-sr"
        type="file"
        accept=".json,.gs,application/json"
        tabIndex={-1}
        aria-label="Coin flow file"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (!file) return;
          saving.reset();
          reading.mutate(file);
        }}
      />
      <p className="tm-t3 tm-sm">Trailmark JSON, GraphSense .gs or Etherscan Flow JSON. Labels are joined again.</p>
      {reading.error && <ErrorPanel error={reading.error} what="The file" />}
      {found && (
        <div className="cf-imported" role="status">
          <p>
            <b>{reading.variables?.name.slice(0, 80)}</b> is {FORMATS[found.format]} with{' '}
            {formatPlural(Object.keys(found.document.nodes).length, 'node')} and{' '}
            {formatPlural(Object.keys(found.document.edges).length, 'payment')}.
          </p>
          <Refused refused={found.refused} />
          {saving.error && <ErrorPanel error={saving.error} what="The flow" />}
          <button type="button" className="tm-btn" disabled={saving.isPending} onClick={() => saving.mutate(found)}>
            Save and open
          </button>
        </div>
      )}
    </div>
  );
}
