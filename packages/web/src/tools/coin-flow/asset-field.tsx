import { STATED_USD } from '@trailmark/core/asset';
import { useState } from 'react';
import { FieldFrame } from '../../components/form/field-frame.tsx';

export interface AssetFieldProps {
  /** Empty: the asset of the beginning. */
  readonly asset: string;
  readonly onAsset: (asset: string) => void;
  /** Symbol of the chain's coin. */
  readonly symbol: string;
}

/** Which asset a trace over accounts follows: money is not followed from one into another unless a swap is proven. */
export function AssetField({ asset, onAsset, symbol }: AssetFieldProps) {
  const [isToken, setToken] = useState(asset !== '' && asset !== STATED_USD);
  const choose = (choice: string) => {
    setToken(choice === 'token');
    onAsset(choice === STATED_USD ? STATED_USD : '');
  };
  return (
    <div className="cf-seedfield">
      <FieldFrame id="cf-asset" label="Asset followed">
        <select
          id="cf-asset"
          className="tm-field"
          value={isToken ? 'token' : asset}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <option value="">As the beginning; of an address {symbol}</option>
          <option value="token">A token, by its contract</option>
          <option value={STATED_USD}>US dollars, where a table states values and no asset</option>
        </select>
      </FieldFrame>
      {isToken && (
        <FieldFrame id="cf-token" label="Contract of the token">
          <input
            id="cf-token"
            className="tm-field tm-mono"
            value={asset}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => onAsset(event.currentTarget.value)}
          />
        </FieldFrame>
      )}
    </div>
  );
}
