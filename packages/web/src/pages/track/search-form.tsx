import { IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { listChains } from '@trailmark/chains/catalogue';
import type { ChainId } from '@trailmark/core/chain';
import { isChainId } from '@trailmark/core/chain';
import { type FormEvent, useState } from 'react';
import { trackUrl } from '../../url.ts';

export interface SearchFormProps {
  readonly q: string;
  readonly chain: ChainId | undefined;
}

const MAIN = listChains().filter(({ network }) => network === 'main');
const TEST = listChains().filter(({ network }) => network !== 'main');

/** The explorer's search: one field, any identifier, optionally one chain. */
export function SearchForm({ q, chain }: SearchFormProps) {
  const router = useRouter();
  const [text, setText] = useState(q);
  const [on, setOn] = useState<string>(chain ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    void router.navigate({ href: trackUrl({ q: text.trim(), chain: isChainId(on) ? on : undefined }) });
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
        <select aria-label="Chain" value={on} onChange={(event) => setOn(event.currentTarget.value)}>
          <option value="">Any chain</option>
          {MAIN.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <optgroup label="Test networks">
            {TEST.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </optgroup>
        </select>
        <button type="submit" className="tm-btn pri">
          Search
        </button>
      </form>
      <p id="search-help" className="tm-searchhelp">
        The beginning is enough, or beginning and end: <span className="tm-mono">12cbQL…pTu3S</span>. What you look up
        stays on this server.
      </p>
    </search>
  );
}
