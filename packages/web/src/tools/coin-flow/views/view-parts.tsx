import './flow-views.css';
import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import type { FlowNode } from '@trailmark/core/flow/flow-graph';
import { listAssets } from '@trailmark/drawing/flow/traced-flow';
import type { VisibleGraph } from '@trailmark/drawing/flow/visible-graph';
import { shortIdentifier as shortId } from '@trailmark/drawing/picture/picture-text';
import { type ReactNode, useMemo, useState } from 'react';
import { Empty } from '../../../components/empty.tsx';
import { escapeHostile } from '../../../format/hostile-text.ts';
import { formatCount, formatPlural } from '../../../format/number.ts';
import { describeFlowAsset } from '../asset-words.ts';
import { shortAmount } from './canvas-view.tsx';

/** "11.2000", or "100,000" where nothing follows: four places, cut, in the unit the title names. The exact figure is elsewhere. */
export function shortFigure(document: Pick<FlowDocument, 'assets'>, asset: string, units: bigint | string): string {
  return shortAmount(String(units), describeFlowAsset(document, asset).decimals).replace(/\.0+$/, '');
}

const MOST = 28;

/** What a node is called where there is little room: label, claim in quotation marks, or the cut identifier. */
export function shortName(document: Pick<FlowDocument, 'marks'>, node: FlowNode, members = 1): string {
  const label = document.marks[node.id]?.label;
  const text = label ?? (node.party ? `“${node.party.name}”` : undefined);
  if (text !== undefined) {
    const chars = Array.from(escapeHostile(text));
    return chars.length > MOST ? `${chars.slice(0, MOST - 1).join('')}…` : chars.join('');
  }
  if (members > 1) return `${formatCount(members)} addresses`;
  return node.kind === 'address' || node.kind === 'transaction' ? shortId(node.text) : node.text;
}

/** The asset that is shown, the one with most traced payments first, and how to show another. */
export function useAsset(visible: VisibleGraph) {
  const assets = useMemo(() => listAssets(visible), [visible]);
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const held = assets.find(({ asset }) => asset === chosen) ?? assets[0];
  return { assets, asset: held?.asset, hasTraced: (held?.traced ?? 0) > 0, choose: setChosen };
}

interface AssetSelectProps {
  readonly document: FlowDocument;
  readonly choice: ReturnType<typeof useAsset>;
}

/** One asset at a time; nothing to choose where there is only one. */
export function AssetSelect({ document, choice }: AssetSelectProps) {
  if (choice.assets.length < 2) return null;
  return (
    <label className="cf-pick">
      <span>Asset</span>
      <select value={choice.asset} onChange={(event) => choice.choose(event.currentTarget.value)}>
        {choice.assets.map(({ asset, payments }) => (
          <option key={asset} value={asset}>
            {describeFlowAsset(document, asset).symbol}, {formatPlural(payments, 'payment')}
          </option>
        ))}
      </select>
    </label>
  );
}

interface SwitchProps<T extends string> {
  readonly legend: string;
  readonly value: T;
  readonly options: readonly (readonly [id: T, name: string])[];
  readonly onChange: (value: T) => void;
}

export function ViewSwitch<T extends string>({ legend, value, options, onChange }: SwitchProps<T>) {
  return (
    <fieldset className="tm-seg cf-seg">
      <legend className="tm-sr">{legend}</legend>
      {options.map(([id, name]) => (
        <button key={id} type="button" aria-pressed={value === id} onClick={() => onChange(id)}>
          {name}
        </button>
      ))}
    </fieldset>
  );
}

interface ViewFrameProps {
  /** States the measure and its unit. */
  readonly title: string;
  readonly tools?: ReactNode;
  /** What the view leaves out, in sentences. */
  readonly notes?: readonly (string | false)[];
  readonly children: ReactNode;
}

/** Title, switches, what is left out, and the view itself, which scrolls within. */
export function ViewFrame({ title, tools, notes = [], children }: ViewFrameProps) {
  const said = notes.filter((note) => note !== false);
  return (
    <section className="cf-other" aria-label={title}>
      <header className="cf-otherhead">
        <h2>{title}</h2>
        {tools}
      </header>
      {said.length > 0 && <p className="cf-note">{said.join(' ')}</p>}
      {children}
    </section>
  );
}

/** Nothing to show: because nothing is there, or because filters leave it out. */
export function NothingDrawn({ visible, what }: { readonly visible: VisibleGraph; readonly what?: string }) {
  const { edges } = visible.notDrawn;
  return (
    <div className="cf-other">
      <div className="cf-padded">
        <Empty>
          {what ??
            (edges > 0
              ? `All ${formatPlural(edges, 'payment')} of this flow are left out by filters.`
              : 'No payment is on this canvas yet. Add an address and expand it, or start a trace.')}
        </Empty>
      </div>
    </div>
  );
}
