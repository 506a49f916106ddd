import { type ChainId, isChainId } from '@trailmark/core/chain';
import { listTraits } from '../format/chain-traits.ts';

export interface ChainSelectProps {
  /** Undefined: any chain. */
  readonly value: ChainId | undefined;
  readonly onChange: (chain: ChainId | undefined) => void;
}

interface Choice {
  readonly id: ChainId;
  readonly name: string;
}

const MAIN = listTraits().filter(({ network }) => network === 'main');
const OUTPUTS = MAIN.filter(({ hasOutputs }) => hasOutputs);
const ACCOUNTS = MAIN.filter(({ hasOutputs }) => !hasOutputs).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
const TEST = listTraits().filter(({ network }) => network === 'test');

function Options({ choices }: { readonly choices: readonly Choice[] }) {
  return choices.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
}

/** One chain or any, by how it keeps its books; test networks are separate. */
export function ChainSelect({ value, onChange }: ChainSelectProps) {
  return (
    <select
      aria-label="Chain"
      value={value ?? ''}
      onChange={({ currentTarget: { value: id } }) => onChange(isChainId(id) ? id : undefined)}
    >
      <option value="">Any chain</option>
      <optgroup label="Chains of outputs">
        <Options choices={OUTPUTS} />
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
