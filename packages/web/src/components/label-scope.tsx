import { createContext, type ReactNode, useContext } from 'react';
import type { LabelsOnPage } from '../labels.ts';
import { LabelChip } from './label-chip.tsx';

const NONE: LabelsOnPage = { byAddress: new Map(), hasFailed: false };
const Labels = createContext(NONE);

export interface LabelScopeProps {
  readonly labels: LabelsOnPage;
  readonly children: ReactNode;
}

/** Makes the labels known to every address shown within. */
export function LabelScope({ labels, children }: LabelScopeProps) {
  return (
    <Labels value={labels}>
      {children}
      {labels.hasFailed && (
        <p className="tm-t3 tm-sm" role="status">
          Labels could not be loaded: an address without one here may still have some.
        </p>
      )}
    </Labels>
  );
}

/** The labels of an address, next to it; nothing where there are none or they are not loaded. */
export function AddressLabel({ address }: { readonly address: string }) {
  const labels = useContext(Labels).byAddress.get(address);
  return labels ? <LabelChip labels={labels} /> : null;
}
