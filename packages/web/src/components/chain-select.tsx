import { listAccountChains } from '@trailmark/chains/account-catalogue';
import { listChains } from '@trailmark/chains/catalogue';
import { type ChainId, isAccountChainId, isOutputChainId } from '@trailmark/core/chain';

export interface ChainSelectProps {
  /** Undefined: any chain. */
  readonly value: ChainId | undefined;
  readonly onChange: (chain: ChainId | undefined) => void;
}

interface Choice {
  readonly id: ChainId;
  readonly name: string;
}

const MAIN = listChains().filter(({ network }) => network === 'main');
const ACCOUNTS = listAccountChains()
  .filter(({ isTest }) => !isTest)
  .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
const TEST: readonly Choice[] = [
  ...listChains().filter(({ network }) => network !== 'main'),
  ...listAccountChains().filter(({ isTest }) => isTest),
];

function Options({ choices }: { readonly choices: readonly Choice[] }) {
  return choices.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
}

/** One chain or any, by how it keeps its books; test networks stand apart. */
export function ChainSelect({ value, onChange }: ChainSelectProps) {
  return (
    <select
      aria-label="Chain"
      value={value ?? ''}
      onChange={({ currentTarget: { value: id } }) =>
        onChange(isOutputChainId(id) || isAccountChainId(id) ? id : undefined)
      }
    >
      <option value="">Any chain</option>
      <optgroup label="Chains of outputs">
        <Options choices={MAIN} />
      </optgroup>
      <optgroup label="Chains of accounts">
        <Options choices={ACCOUNTS} />
      </optgroup>
      <optgroup label="Test networks">
        <Options choices={TEST} />
      </optgroup>
    </select>
  );
}
