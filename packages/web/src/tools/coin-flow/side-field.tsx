import type { SeedSide, TraceDirection } from '@trailmark/core/trace/trace-request';
import { traitsOf } from '../../format/chain-traits.ts';
import type { ReadSeeds } from './seed-field.tsx';

const SIDES: readonly (readonly [SeedSide, string])[] = [
  ['received', 'What they received'],
  ['paid', 'What they paid out'],
  ['all', 'Both: all that went through them'],
];

export interface SideFieldProps {
  readonly read: Pick<ReadSeeds, 'chain' | 'seeds'>;
  readonly direction: TraceDirection;
  readonly value: SeedSide | undefined;
  readonly onChange: (side: SeedSide) => void;
}

/** Which payments of the addresses an account chain's trace begins with; nothing where no address is a beginning. */
export function SideField({ read: { chain, seeds }, direction, value, onChange }: SideFieldProps) {
  const hasAddress = seeds.some(({ kind }) => kind === 'address');
  if (chain === undefined || traitsOf(chain).hasOutputs || !hasAddress) return null;
  const shown = value ?? (direction === 'forward' ? 'received' : 'paid');
  return (
    <fieldset className="cf-radios">
      <legend>Payments of the addresses</legend>
      {SIDES.map(([id, words]) => (
        <label key={id}>
          <input type="radio" name="cf-side" checked={shown === id} onChange={() => onChange(id)} />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  );
}
