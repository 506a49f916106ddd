import '../../components/tool-page.css';
import './address-search.css';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { useState } from 'react';
import { api } from '../../api.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { readSubmission, SCAN_LIMIT } from '../../format/pasted-text.ts';
import { addressSearchUrl } from '../../url.ts';
import { forgetRecent, listRecent } from './recent-subjects.ts';
import { ScanFindings } from './scan-findings.tsx';
import { SearchField } from './search-field.tsx';
import { SearchFindings } from './search-findings.tsx';
import { StartList } from './start-list.tsx';

const route = getRouteApi('/dashboard/address-search');

const PRIVATE_KEY =
  'This is a private key, or holds one. It was not sent anywhere. Search for its address or its extended public key instead, and treat the key as evidence.';

interface ScanRequest {
  readonly text: string;
  readonly chain: ChainId | undefined;
  readonly source: string;
}

async function scan({ text, chain }: ScanRequest) {
  if (text.length > SCAN_LIMIT) throw new AppError('invalid', 'One scan takes a million characters. Split the text.');
  if (text.includes('\u0000'))
    throw new AppError('invalid', 'This is not a text file. Export its text first, then drop that.');
  return api.call('scanText', { body: { text, chain } });
}

/** Sends a text to the right place: one identifier into the address bar, a whole text into a scan. */
function useSubmission() {
  const router = useRouter();
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const scanning = useMutation({ mutationFn: scan });
  const submit = (text: string, chain: ChainId | undefined, source = 'the pasted text') => {
    const submission = readSubmission(text);
    setRefusal(submission.kind === 'private-key' ? PRIVATE_KEY : undefined);
    scanning.reset();
    if (submission.kind === 'scan') scanning.mutate({ text: submission.text, chain, source });
    const q = submission.kind === 'search' ? submission.q : undefined;
    if (submission.kind !== 'private-key') void router.navigate({ href: addressSearchUrl(undefined, { q, chain }) });
  };
  const readFile = async (file: File, chain: ChainId | undefined) =>
    submit(await file.text(), chain, `the file ${file.name.slice(0, 60)}`);
  return { refusal, scanning, submit, readFile };
}

function Scanned({ scanning }: Pick<ReturnType<typeof useSubmission>, 'scanning'>) {
  if (scanning.error) return <ErrorPanel error={scanning.error} what="This text" />;
  if (!scanning.data) {
    return (
      <Skeleton what="the text">
        <RowBars rows={5} columns={['84px', '260px', '120px']} />
      </Skeleton>
    );
  }
  return <ScanFindings answer={scanning.data} source={scanning.variables.source} />;
}

/** The form of Address History Search, what it found, or where to begin. */
export function AddressSearchScreen() {
  const { q, chain } = route.useSearch();
  const { refusal, scanning, submit, readFile } = useSubmission();
  const [recent, setRecent] = useState(listRecent);
  useDocumentTitle('Address History Search');
  const isScan = scanning.status !== 'idle' && q === undefined;
  const forget = () => {
    forgetRecent();
    setRecent([]);
  };
  return (
    <div className="tm-page tm-stack as-page">
      <h1 className="tm-title">Address History Search</h1>
      <SearchField
        key={`${q}/${chain}`}
        text={q ?? (isScan ? (scanning.variables?.text ?? '') : '')}
        chain={chain}
        refusal={refusal}
        onSubmit={submit}
        onFile={(file, on) => void readFile(file, on)}
      />
      {isScan && <Scanned scanning={scanning} />}
      {q !== undefined && <SearchFindings q={q} chain={chain} />}
      {q === undefined && !isScan && <StartList recent={recent} onForget={forget} />}
    </div>
  );
}
