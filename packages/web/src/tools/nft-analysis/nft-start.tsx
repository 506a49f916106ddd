import '../../components/tool-page.css';
import './nft.css';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { chainName } from '@trailmark/chains/account-catalogue';
import type { AccountChainId } from '@trailmark/core/chain';
import { type FormEvent, useState } from 'react';
import { api } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormSelect } from '../../components/form/form-choice.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { traitsOf } from '../../format/chain-traits.ts';
import { formatPlural } from '../../format/number.ts';
import { formatTime } from '../../format/time.ts';
import { nameCollection } from './collection-screen.tsx';
import { collectionsQuery } from './queries.ts';
import { collectionUrl, tokenUrl, walletUrl } from './search.ts';

/** What the three fields say: where they lead, or why nowhere. */
function readForm(
  chain: AccountChainId,
  subject: string,
  token: string,
  kind: 'collection' | 'wallet',
): { readonly href?: string; readonly error?: string } {
  const address = subject.trim();
  if (address === '') return { error: 'Enter the contract of a collection, or the address of a wallet.' };
  const [contract = '', part = ''] = address.split(/[:/\s]+/);
  const id = (token.trim() || part).replace(/^#/, '');
  if (!/^(?:0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$/.test(contract))
    return {
      error: `“${contract.slice(0, 50)}” is not an address of ${chainName(chain)}: it starts with 0x and 40 hexadecimal digits follow.`,
    };
  if (kind === 'wallet') return { href: walletUrl(chain, contract) };
  if (id === '') return { href: collectionUrl({ chain, contract }) };
  if (!/^\d{1,78}$/.test(id)) return { error: 'A token id is a decimal number of up to 78 digits.' };
  return { href: tokenUrl({ chain, contract }, BigInt(id).toString()) };
}

function Collections({ chain }: { readonly chain: AccountChainId }) {
  const { data, error, isFetching, refetch } = useQuery(collectionsQuery(chain));
  if (error) return <ErrorPanel error={error} what="The list of collections" onRetry={() => void refetch()} />;
  if (!data && isFetching)
    return (
      <Skeleton what="the collections">
        <RowBars rows={4} columns={['200px', '120px']} />
      </Skeleton>
    );
  if (!data || data.items.length === 0)
    return (
      <p className="tm-t2">
        No transfer of an item is indexed on {chainName(chain)}. Index blocks with token transfers, or fetch an address.
      </p>
    );
  return (
    <ul>
      {data.items.slice(0, 30).map((item) => (
        <li key={item.contract}>
          <AppLink href={collectionUrl({ chain, contract: item.contract })}>{nameCollection(item)}</AppLink>
          <span className="tm-t3 tm-sm">
            <span className="tm-mono">
              {item.contract.slice(0, 10)}…{item.contract.slice(-6)}
            </span>
            , {formatPlural(item.moves, 'transfer')} of {formatPlural(item.tokens, 'item')}, last{' '}
            {formatTime(item.lastTime).slice(0, 10)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What the form reads, and what it does not. */
function WhatItReads() {
  return (
    <section>
      <h2 className="tm-h">What it reads</h2>
      <p>
        ERC-721 (also in batches), ERC-1155, CryptoPunks, CryptoKitties and MoonCats; sales on Seaport, Wyvern,
        LooksRare, Blur, X2Y2, Rarible, Sudoswap and the CryptoPunks market; loans on Blend.
      </p>
      <p>
        Bitcoin ordinals are not covered. Offers, and links that only a call to a contract returns, are not read. No
        picture is loaded from outside.
      </p>
      <p>A wash rule whose data are not indexed does not run, and says so: that is not the same as nothing found.</p>
    </section>
  );
}

interface FormProps {
  readonly chains: readonly AccountChainId[];
  readonly chain: AccountChainId;
  readonly onChain: (chain: AccountChainId) => void;
}

const SUBJECTS = [
  ['collection', 'Collection or token'],
  ['wallet', 'Wallet'],
] as const;

function Form({ chains, chain, onChain }: FormProps) {
  const router = useRouter();
  const [subject, setSubject] = useState('');
  const [token, setToken] = useState('');
  const [kind, setKind] = useState<'collection' | 'wallet'>('collection');
  const [error, setError] = useState<string | undefined>(undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { href, error: refusal } = readForm(chain, subject, token, kind);
    setError(refusal);
    if (href !== undefined) void router.navigate({ href });
  };
  return (
    <form noValidate onSubmit={submit}>
      <div className="nf-form">
        <FormSelect
          label="Chain"
          name="chain"
          options={chains.map((id) => [id, chainName(id)] as const)}
          value={chain}
          error={undefined}
          onText={(text) => {
            const found = chains.find((id) => id === text);
            if (found) onChain(found);
          }}
        />
        <FormSelect
          label="Subject"
          name="kind"
          options={SUBJECTS}
          value={kind}
          error={undefined}
          onText={(text) => setKind(text === 'wallet' ? 'wallet' : 'collection')}
        />
        <Field
          label={kind === 'wallet' ? 'Address of the wallet' : 'Contract of the collection'}
          value={subject}
          isInvalid={error !== undefined}
          onText={setSubject}
        />
        {kind === 'collection' && <Field label="Token id, optional" value={token} isSmall onText={setToken} />}
        <button type="submit" className="tm-btn pri">
          Analyse
        </button>
      </div>
      {error !== undefined && (
        <p className="as-fielderror" id="nf-error" role="alert">
          {error}
        </p>
      )}
    </form>
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly isSmall?: boolean;
  readonly isInvalid?: boolean;
  readonly onText: (text: string) => void;
}

function Field({ label, value, isSmall = false, isInvalid = false, onText }: FieldProps) {
  return (
    <label className={isSmall ? 'nf-field small' : 'nf-field'}>
      <span>{label}</span>
      <input
        className="tm-field tm-mono"
        value={value}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={isInvalid}
        aria-describedby={isInvalid ? 'nf-error' : undefined}
        onChange={(event) => onText(event.currentTarget.value)}
      />
    </label>
  );
}

/** The form: a collection, one token of it, or a wallet; and the collections that are indexed. */
export function NftStart() {
  useDocumentTitle('NFT analysis');
  const { data } = useQuery({
    queryKey: ['chains', 'nft'],
    queryFn: ({ signal }) => api.call('listChains', { signal }),
    staleTime: 60_000,
  });
  const found = (data?.items ?? []).flatMap(({ id }) => {
    const traits = traitsOf(id);
    return traits.hasTokens ? [traits.id] : [];
  });
  const chains: readonly AccountChainId[] = found.length > 0 ? found : ['eth'];
  const [chosen, setChain] = useState<AccountChainId | undefined>(undefined);
  const chain = chosen ?? chains[0] ?? 'eth';
  return (
    <div className="tm-page tm-stack as-page nf-page">
      <h1 className="tm-title">NFT analysis</h1>
      <p className="tm-t2 nf-lead">
        Where a token came from and what was paid for it, what a wallet owns and earned, and how much of a collection’s
        volume is wash trading, each flag with its proof. Everything is read from your own index; nothing leaves this
        server.
      </p>
      <Form chains={chains} chain={chain} onChain={setChain} />
      <div className="as-start">
        <section>
          <h2 className="tm-h">Collections in this index</h2>
          <Collections chain={chain} />
        </section>
        <WhatItReads />
      </div>
    </div>
  );
}
