import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import type { VisibleGraph } from '@trailmark/drawing/flow/visible-graph';
import { type KeyboardEvent, type MouseEvent, memo, useMemo, useRef, useState } from 'react';
import { formatPlural } from '../../../format/number.ts';
import type { FlowStore } from '../../../graph/flow-store.ts';
import { useFlow } from '../../../graph/use-flow.ts';
import { describeFlowAsset, formatFlowAmount } from '../asset-words.ts';
import { shortAmount } from './canvas-view.tsx';
import { createCellFinder } from './cell-parts.ts';
import { heatStep, type Matrix, type MatrixCell, OTHERS } from './matrix-model.ts';
import { type Names, useNames } from './use-side-names.ts';

/** Up to as many receivers amounts are printed in the cells. */
const PRINTED = 10;

interface CellProps {
  readonly cell: MatrixCell | undefined;
  readonly at: string;
  readonly step: number;
  readonly text: string;
  readonly label: string;
  readonly isActive: boolean;
  readonly isSelected: boolean;
}

const Cell = memo(function Cell({ cell, at, step, text, label, isActive, isSelected }: CellProps) {
  const look = cell ? `s${step}${cell.isDimmed ? ' dim' : ''}${isSelected ? ' on' : ''}` : 'none';
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that is walked as a grid.
      role="gridcell"
      data-at={at}
      tabIndex={isActive ? 0 : -1}
      aria-label={label}
      aria-selected={isSelected}
      className={look}
    >
      {text}
    </td>
  );
});

interface GridProps {
  readonly store: FlowStore;
  readonly document: FlowDocument;
  readonly visible: VisibleGraph;
  readonly relations: VisibleGraph;
  readonly matrix: Matrix;
}

function describeCell({ document }: GridProps, matrix: Matrix, names: Names, row: number, column: number): string {
  const [sender, receiver] = [matrix.senders[row], matrix.receivers[column]];
  if (!sender || !receiver) return '';
  const cell = matrix.cells[row]?.[column];
  const ends = `${names.whole(sender)} to ${names.whole(receiver)}`;
  if (!cell) return `${ends}: no payment indexed`;
  const what = matrix.isTraced ? ' traced' : '';
  return `${ends}: ${formatFlowAmount(document, matrix.asset, cell.amount)}${what} in ${formatPlural(cell.payments, 'payment')}`;
}

function Head({ matrix, names }: { readonly matrix: Matrix; readonly names: Names }) {
  return (
    <thead>
      <tr>
        <th className="corner" scope="col">
          Sender, then receiver
        </th>
        {matrix.receivers.map((side) => (
          <th key={side.key} scope="col" title={names.whole(side)}>
            <span>{names.short(side)}</span>
          </th>
        ))}
        <th scope="col" className="sum">
          Sum
        </th>
      </tr>
    </thead>
  );
}

function readAt(target: EventTarget): readonly [number, number] | undefined {
  const at = target instanceof Element ? target.closest<HTMLElement>('[data-at]')?.dataset.at : undefined;
  const [row, column] = (at ?? '').split(',').map(Number);
  return at !== undefined && row !== undefined && column !== undefined ? [row, column] : undefined;
}

const STEP: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
};

interface RowsProps {
  readonly matrix: Matrix;
  readonly names: Names;
  readonly decimals: number;
  readonly isPrinted: boolean;
  readonly active: readonly [number, number];
  readonly chosen: ReadonlySet<string>;
  readonly say: (row: number, column: number) => string;
}

function printCell(cell: MatrixCell | undefined, { decimals, isPrinted }: RowsProps): string {
  if (!cell) return '';
  if (cell.amount === 0n) return '0';
  return isPrinted ? shortAmount(String(cell.amount), decimals) : '';
}

function Rows(props: RowsProps) {
  const { matrix, names, decimals, active, chosen, say } = props;
  return matrix.senders.map((sender, row) => (
    <tr key={sender.key} className={sender.key === OTHERS ? 'others' : ''}>
      <th scope="row" title={names.whole(sender)}>
        {names.short(sender)}
      </th>
      {matrix.receivers.map((receiver, column) => {
        const cell = matrix.cells[row]?.[column];
        const at = `${row},${column}`;
        return (
          <Cell
            key={receiver.key}
            at={at}
            cell={cell}
            step={cell ? heatStep(cell.amount, matrix) : 0}
            text={printCell(cell, props)}
            label={say(row, column)}
            isActive={row === active[0] && column === active[1]}
            isSelected={chosen.has(at)}
          />
        );
      })}
      <td className="sum">{shortAmount(String(sender.total), decimals)}</td>
    </tr>
  ));
}

function Foot({ document, matrix, decimals }: Pick<GridProps, 'document' | 'matrix'> & { readonly decimals: number }) {
  return (
    <tfoot>
      <tr>
        <th scope="row">Sum</th>
        {matrix.receivers.map((side) => (
          <td key={side.key} className="sum" title={formatFlowAmount(document, matrix.asset, side.total)}>
            <span>{shortAmount(String(side.total), decimals)}</span>
          </td>
        ))}
        <td className="sum">{shortAmount(String(matrix.total), decimals)}</td>
      </tr>
    </tfoot>
  );
}

/** Cells that sum anything of what is selected. */
function useChosen({ store, visible, relations, matrix }: GridProps) {
  const selection = useFlow(store, (state) => state.selection);
  const findParts = useMemo(() => createCellFinder(visible, relations), [visible, relations]);
  const chosen = useMemo(() => {
    const found = new Set<string>();
    if (selection.size === 0) return found;
    for (const [row, line] of matrix.cells.entries())
      for (const [column, cell] of line.entries())
        if (cell && findParts(cell).some((id) => selection.has(id))) found.add(`${row},${column}`);
    return found;
  }, [selection, matrix, findParts]);
  return { chosen, findParts };
}

const clamp = (at: number, count: number) => Math.max(0, Math.min(count - 1, at));

/** The cell that has the focus, and what is read out of the one that is pointed at. */
function useCells(props: GridProps, names: Names) {
  const { store, matrix } = props;
  const { chosen, findParts } = useChosen(props);
  const table = useRef<HTMLTableElement>(null);
  const [asked, setActive] = useState<readonly [number, number]>(() => [
    0,
    Math.max(0, matrix.cells[0]?.findIndex((cell) => cell !== undefined) ?? 0),
  ]);
  const [read, setRead] = useState<string | undefined>(undefined);
  const active: readonly [number, number] = [
    clamp(asked[0], matrix.senders.length),
    clamp(asked[1], matrix.receivers.length),
  ];
  const say = (row: number, column: number) => describeCell(props, matrix, names, row, column);
  const select = (row: number, column: number, isMore: boolean) => {
    const cell = matrix.cells[row]?.[column];
    if (cell) store.select(findParts(cell), isMore ? 'add' : 'set');
  };
  const move = (row: number, column: number) => {
    const to = [clamp(row, matrix.senders.length), clamp(column, matrix.receivers.length)] as const;
    setActive(to);
    table.current?.querySelector<HTMLElement>(`[data-at="${to.join(',')}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = readAt(event.target);
    if (!at) return;
    const step = STEP[event.key];
    if (step) move(at[0] + step[0], at[1] + step[1]);
    else if (event.key === 'Home') move(at[0], 0);
    else if (event.key === 'End') move(at[0], matrix.receivers.length - 1);
    else if (event.key === 'Enter' || event.key === ' ') select(at[0], at[1], event.shiftKey);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const note = ({ target }: { readonly target: EventTarget }) => {
    const at = readAt(target);
    if (at) setRead(say(...at));
  };
  const onClick = (event: MouseEvent) => {
    const at = readAt(event.target);
    if (!at) return;
    setActive(at);
    select(at[0], at[1], event.shiftKey);
  };
  const on = { onKeyDown, onClick, onMouseOver: note, onFocus: note };
  return { table, active, chosen, say, read: read ?? say(...active), on };
}

/** The heat map itself, walked cell by cell. */
export function MatrixGrid(props: GridProps) {
  const { document, relations, matrix } = props;
  const names = useNames(document, relations);
  const { table, active, chosen, say, read, on } = useCells(props, names);
  const { decimals } = describeFlowAsset(document, matrix.asset);
  const isPrinted = matrix.receivers.length <= PRINTED;
  return (
    <>
      <p className="cf-read" aria-live="polite">
        {read}
      </p>
      <div className="cf-otherbody cf-matrixbox">
        <table
          ref={table}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that is walked as a grid.
          role="grid"
          aria-label="Sums from each sender to each receiver"
          className={`cf-matrix${isPrinted ? ' printed' : ''}`}
          {...on}
        >
          <Head matrix={matrix} names={names} />
          <tbody>
            <Rows
              matrix={matrix}
              names={names}
              decimals={decimals}
              isPrinted={isPrinted}
              active={active}
              chosen={chosen}
              say={say}
            />
          </tbody>
          <Foot document={document} matrix={matrix} decimals={decimals} />
        </table>
      </div>
    </>
  );
}
