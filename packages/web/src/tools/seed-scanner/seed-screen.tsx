import '../../components/tool-page.css';
import './seed-scanner.css';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../../api.ts';
import { Crumbs } from '../../components/crumbs.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { type AddressOrigin, readAddressFile } from './address-file.ts';
import { FoundAddresses } from './found-addresses.tsx';
import { SEED_PAGE, SeedFrame } from './seed-frame.tsx';

function checkAddresses(origins: readonly AddressOrigin[]) {
  const byChain = Map.groupBy(origins, ({ chain }) => chain);
  const chains = [...byChain].map(([chain, group]) => ({ chain, addresses: group.map(({ address }) => address) }));
  return api.call('checkWalletAddresses', { body: { chains } });
}

/** Addresses of a phrase or a key: derived in a frame that cannot send, checked where a person asks for it. */
export function SeedScreen() {
  useDocumentTitle('Seed phrases and keys');
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const { mutate, data, error, isPending, variables = [] } = useMutation({ mutationFn: checkAddresses });
  const results = useRef<HTMLDivElement>(null);
  // The button that was pressed is in the frame below.
  useEffect(() => {
    if (data) results.current?.focus();
  }, [data]);
  const submit = useCallback(
    (content: string) => {
      const origins = readAddressFile(content);
      const isRead = typeof origins !== 'string';
      setRefusal(isRead ? undefined : origins);
      if (isRead) mutate(origins);
    },
    [mutate],
  );
  return (
    <div className="tm-page tm-stack as-page seed-page">
      <Crumbs items={[{ label: 'Wallet statement', href: '/wallet-statement' }, { label: 'Seed phrases and keys' }]} />
      <h1 className="tm-title">Seed phrases and keys</h1>
      <p className="seed-lead">
        Addresses of a phrase or a key are derived in the frame below, in this browser. The frame cannot send, store or
        log anything. For a phrase that is worth money, save the page, open it on a computer without a network, and load
        its file of addresses here.
      </p>
      <div className="tm-row tm-wrap">
        <a className="tm-btn" href={SEED_PAGE} download="seed-scanner.html">
          Save the page for a computer without a network
        </a>
        <label className="tm-btn">
          Load a file of addresses
          <input
            className="tm-sr"
            type="file"
            accept="application/json,.json"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) void file.text().then(submit);
              target.value = '';
            }}
          />
        </label>
      </div>
      {refusal !== undefined && (
        <p className="tm-error" role="alert">
          {refusal}
        </p>
      )}
      <div ref={results} className="seed-results" tabIndex={-1} aria-live="polite">
        {error && <ErrorPanel error={error} what="These addresses" onRetry={() => mutate(variables)} />}
        {isPending && (
          <Skeleton what="what the index has of these addresses">
            <RowBars rows={4} columns={['320px', '160px', '90px', '120px']} />
          </Skeleton>
        )}
        {data && !isPending && <FoundAddresses answer={data} origins={variables} />}
      </div>
      <SeedFrame onAddresses={submit} />
    </div>
  );
}
