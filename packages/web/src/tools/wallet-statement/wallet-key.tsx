import { useRouter } from '@tanstack/react-router';
import { chainName } from '@trailmark/chains/account-catalogue';
import { CHAIN_IDS, isChainId } from '@trailmark/core/chain';
import { DEFAULT_GAP_LIMIT, LARGEST_GAP_LIMIT } from '@trailmark/core/statement/wallet-keys';
import { type FormEvent, useState } from 'react';
import { FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { optionsOf, type StatementSearch, statementUrl } from './search.ts';

const EXTENDED_KEY = /^(?:\[[0-9a-fA-F/h']+\])?[a-zA-Z]{1,4}pub[1-9A-HJ-NP-Za-km-z]{90,}$/;
const DESCRIPTOR = /^(?:pk|pkh|wpkh|sh|wsh|tr|combo|multi|sortedmulti|addr|raw)\(.+\)(?:#\w+)?$/s;

/** Whether a text is one extended public key or one output descriptor. */
export function isWalletKey(text: string): boolean {
  const one = text.trim();
  return EXTENDED_KEY.test(one) || DESCRIPTOR.test(one);
}

const CHAINS = CHAIN_IDS.map((chain) => [chain, chainName(chain)] as const);

/** A wallet by its public key: on which chain it is read, and how far beyond its used addresses. */
export function WalletKey({ text, search }: { readonly text: string; readonly search: StatementSearch }) {
  const router = useRouter();
  const [chain, setChain] = useState<string>(search.on ?? 'btc');
  const [gap, setGap] = useState(String(search.gap ?? DEFAULT_GAP_LIMIT));
  const [error, setError] = useState<string | undefined>(undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const limit = Number(gap);
    const isLimit = Number.isInteger(limit) && limit >= 1 && limit <= LARGEST_GAP_LIMIT;
    setError(isLimit ? undefined : `Write a whole number from 1 to ${LARGEST_GAP_LIMIT.toLocaleString('en')}.`);
    if (!isLimit || !isChainId(chain)) return;
    const key = { key: text.trim(), on: chain, gap: limit === DEFAULT_GAP_LIMIT ? undefined : limit };
    void router.navigate({ href: statementUrl({ ...optionsOf(search), ...key }) });
  };
  return (
    <section>
      <h2 className="tm-h">A wallet by its public key</h2>
      <p className="tm-hint">
        Its addresses are derived on this server, in every form that the key may have, until so many in a row are
        unused.
      </p>
      <form className="ws-key" onSubmit={submit} noValidate>
        <div className="ws-fields">
          <FormSelect label="Chain" name="chain" options={CHAINS} value={chain} error={undefined} onText={setChain} />
          <FormField
            label="Gap limit"
            name="gap"
            inputMode="numeric"
            value={gap}
            error={error}
            onText={setGap}
            help="20 is usual. Services leave larger gaps."
          />
        </div>
        <button type="submit" className="tm-btn pri">
          Make the statement of this wallet
        </button>
      </form>
    </section>
  );
}
