import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import { visibleGraph } from '@trailmark/drawing/flow/visible-graph';
import { useMemo, useState } from 'react';
import { CopyButton } from '../../../components/copy-button.tsx';
import { formatPlural } from '../../../format/number.ts';
import { useFlow } from '../../../graph/use-flow.ts';
import { describeFlowAsset, formatFlowAmount } from '../asset-words.ts';
import { MatrixGrid } from './matrix-grid.tsx';
import { heatBounds, MATRIX_SIDE, type Matrix, matrixCsv, OTHERS, toMatrix } from './matrix-model.ts';
import type { ViewProps } from './table-view.tsx';
import { useNames } from './use-side-names.ts';
import { AssetSelect, NothingDrawn, shortFigure, useAsset, ViewFrame, ViewSwitch } from './view-parts.tsx';

function Legend({ document, matrix }: { readonly document: FlowDocument; readonly matrix: Matrix }) {
  const bounds = heatBounds(matrix);
  return (
    <ul className="cf-heatkey" aria-label="What the shades mean">
      <li>
        <span className="none" /> no payment indexed
      </li>
      <li>
        <span className="s0">0</span> paid nothing
      </li>
      {bounds.map((bound, i) => (
        <li key={String(bound)}>
          <span className={`s${bounds.length === 1 ? 5 : i + 1}`} /> from {shortFigure(document, matrix.asset, bound)}
        </li>
      ))}
    </ul>
  );
}

type By = 'address' | 'service';
type Measure = 'traced' | 'all';

/** Who paid whom how much of one asset, as a heat map; what is not among the largest is summed. */
export function MatrixView({ store, visible }: ViewProps) {
  const document = useFlow(store, (state) => state.document);
  const [by, setBy] = useState<By>('address');
  const [asked, setAsked] = useState<Measure>('traced');
  const relations = useMemo(
    () => visibleGraph(document, 'relations', { mergeServices: by === 'service' }),
    [document, by],
  );
  const choice = useAsset(relations);
  const { asset, hasTraced } = choice;
  const measure: Measure = hasTraced ? asked : 'all';
  const matrix = useMemo(
    () => (asset === undefined ? undefined : toMatrix(relations, asset, measure === 'traced')),
    [relations, asset, measure],
  );
  const names = useNames(document, relations);
  if (!matrix || asset === undefined) return <NothingDrawn visible={visible} />;
  const { symbol } = describeFlowAsset(document, asset);
  const plain = (amount: bigint) => formatFlowAmount(document, asset, amount).replaceAll(',', '').split(' ')[0] ?? '';
  const hasOthers = [...matrix.senders, ...matrix.receivers].some(({ key }) => key === OTHERS);
  return (
    <ViewFrame
      title={`${measure === 'traced' ? 'Traced' : 'Paid'} ${symbol}, senders by receivers`}
      tools={
        <>
          <AssetSelect document={document} choice={choice} />
          {hasTraced && (
            <ViewSwitch
              legend="Measure"
              value={measure}
              options={[
                ['traced', 'Traced'],
                ['all', 'All paid'],
              ]}
              onChange={setAsked}
            />
          )}
          <ViewSwitch
            legend="Summed by"
            value={by}
            options={[
              ['address', 'Addresses'],
              ['service', 'Services'],
            ]}
            onChange={setBy}
          />
          <CopyButton value={matrixCsv(matrix, names.whole, plain)} what="the table as CSV" />
        </>
      }
      notes={[
        matrix.untraced > 0 && `${formatPlural(matrix.untraced, 'payment')} not traced, and not in these sums.`,
        hasOthers && `The ${MATRIX_SIDE} largest are named; the others are summed exactly.`,
      ]}
    >
      <MatrixGrid store={store} document={document} visible={visible} relations={relations} matrix={matrix} />
      <Legend document={document} matrix={matrix} />
    </ViewFrame>
  );
}
