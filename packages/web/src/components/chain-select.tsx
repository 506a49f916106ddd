import { listChains } from '@trailmark/chains/catalogue';
import { type ChainId, isChainId } from '@trailmark/core/chain';

export interface ChainSelectProps {
  /** Undefined: any chain. */
  readonly value: ChainId | undefined;
  readonly onChange: (chain: ChainId | undefined) => void;
}

const MAIN = listChains().filter(({ network }) => network === 'main');
const TEST = listChains().filter(({ network }) => network !== 'main');

/** One chain or any; test networks stand apart. */
export function ChainSelect({ value, onChange }: ChainSelectProps) {
  return (
    <select
      aria-label="Chain"
      value={value ?? ''}
      onChange={({ currentTarget: { value: id } }) => onChange(isChainId(id) ? id : undefined)}
    >
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
  );
}
