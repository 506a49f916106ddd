import { IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import type { ChainId } from '@trailmark/core/chain';
import { type FormEvent, useState } from 'react';
import { ChainSelect } from '../../components/chain-select.tsx';
import { trackUrl } from '../../url.ts';

export interface SearchFormProps {
  readonly q: string;
  readonly chain: ChainId | undefined;
}

/** The explorer's search: one field, any identifier, optionally one chain. */
export function SearchForm({ q, chain }: SearchFormProps) {
  const router = useRouter();
  const [text, setText] = useState(q);
  const [on, setOn] = useState(chain);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    void router.navigate({ href: trackUrl({ q: text.trim(), chain: on }) });
  };
  return (
    <search>
      <form className="tm-bigsearch" onSubmit={submit}>
        <IconSearch size={18} stroke={1.5} aria-hidden="true" />
        <input
          aria-label="Address, transaction id, block height or hash"
          aria-describedby="search-help"
          placeholder="Address, transaction or block"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <ChainSelect value={on} onChange={setOn} />
        <button type="submit" className="tm-btn pri">
          Search
        </button>
      </form>
      <p id="search-help" className="tm-searchhelp">
        Bitcoin, Ethereum, TRON and their relatives. The beginning is enough, or beginning and end:{' '}
        <span className="tm-mono">12cbQL…pTu3S</span>. Searches stay on this server.
      </p>
    </search>
  );
}
