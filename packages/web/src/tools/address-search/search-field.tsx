import type { ChainId } from '@trailmark/core/chain';
import { useState } from 'react';
import { ChainSelect } from '../../components/chain-select.tsx';
import { PasteField } from '../../components/paste-field.tsx';

export interface SearchFieldProps {
  readonly text: string;
  readonly chain: ChainId | undefined;
  readonly onSubmit: (text: string, chain: ChainId | undefined) => void;
  /** A dropped or chosen file. */
  readonly onFile: (file: File, chain: ChainId | undefined) => void;
  /** Why the last text was not sent. */
  readonly refusal: string | undefined;
}

/** The field of the address history search, with the choice of a chain. */
export function SearchField({ text, chain: initialChain, onSubmit, onFile, refusal }: SearchFieldProps) {
  const [chain, setChain] = useState(initialChain);
  return (
    <PasteField
      text={text}
      label="Address, transaction, block, extended key, descriptor, or text that contains some"
      placeholder="Address, transaction, block, key or text"
      submitLabel="Search"
      help={
        <>
          The beginning is enough, or beginning and end: <span className="tm-mono">12cbQL…pTu3S</span>. Bitcoin and its
          relatives, Ethereum and its relatives, TRON: the chain is found by form and checksum; an address that begins
          with 0x is valid on several. Searches stay on this server.
        </>
      }
      onSubmit={(written) => onSubmit(written, chain)}
      onFile={(file) => onFile(file, chain)}
      refusal={refusal}
    >
      <ChainSelect value={chain} onChange={setChain} />
    </PasteField>
  );
}
