import type { AddressLabels, LabelsAsOf } from '@trailmark/api/contract/label';
import { createContext, type ReactNode, useContext } from 'react';
import { LabelChip } from './label-chip.tsx';

/** Labels of the addresses on a page, as far as they are loaded. */
export interface LabelsOnPage {
  readonly byAddress: ReadonlyMap<string, AddressLabels>;
  /** They could not be loaded: that no label is shown then says nothing. */
  readonly hasFailed: boolean;
  /** Version of the labels; undefined until one is loaded. */
  readonly asOf?: LabelsAsOf | undefined;
}

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

/** What is said of an address, beside it; nothing where nothing is said or it is not loaded. */
export function AddressLabel({ address }: { readonly address: string }) {
  const labels = useContext(Labels).byAddress.get(address);
  return labels ? <LabelChip labels={labels} /> : null;
}
