/** Columns of the list that can be left out, in their order; the case itself is always shown. */
export const CASE_COLUMNS = {
  type: 'Type',
  status: 'Status',
  priority: 'Priority',
  lead: 'Lead',
  unit: 'Unit',
  tags: 'Tags',
  reference: 'File number',
  due: 'Next due',
  deadline: 'Deadline',
  loss: 'Loss',
  traced: 'Traced',
  secured: 'Secured',
  opened: 'Opened',
  changed: 'Changed',
} as const;
export type CaseColumnId = keyof typeof CASE_COLUMNS;

const IDS = Object.keys(CASE_COLUMNS) as CaseColumnId[];
/** What the list shows until somebody chooses. */
const USUAL: readonly CaseColumnId[] = IDS.filter(
  (id) => !['unit', 'tags', 'reference', 'deadline', 'opened'].includes(id),
);
/** An address bar that names no column, to distinguish it from one that names none yet. */
const NONE = 'none';

/** The columns that an address bar names, in the order of the list; what is no column is left out. */
export function readColumns(text: string | undefined): readonly CaseColumnId[] {
  if (text === undefined) return USUAL;
  const named = text.split('.');
  return IDS.filter((id) => named.includes(id));
}

/** Chosen columns as the address bar has them; undefined for the usual ones. */
export function writeColumns(chosen: readonly CaseColumnId[]): string | undefined {
  const text = IDS.filter((id) => chosen.includes(id)).join('.') || NONE;
  return text === USUAL.join('.') ? undefined : text;
}
