import type { Contract } from '@trailmark/api/contract';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { toCanonicalJson } from '@trailmark/core/canonical-json';
import type { FileRow } from '@trailmark/store/cases/agency-cases/case-file-rows';
import type { Caller } from '../../casework/caller.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { type CaseContent, readCaseContent } from '../case-file.ts';
import { openCase, readCases } from '../case-scope.ts';
import { listAllEvidence } from '../formats/read-source.ts';
import { findRepeats, type ShownText } from './find-repeats.ts';
import { isChosen, toTables } from './package-leaves.ts';
import { PACKAGE_TABLES } from './package-tables.ts';
import { CUSTODY_TABLE, chooseFiles, EVIDENCE_TABLE, toSigned } from './packaged-files.ts';
import { planPackage } from './plan-package.ts';

type Preview = RouteOutput<Contract['previewCasePackage']>;
type Body = RouteInput<Contract['previewCasePackage']>['body'];
type PreviewTable = Preview['tables'][number];

const ROWS_SHOWN = 50;
const MOST_CHARS = 300;
const UNSHOWN = new Set(['id', 'case_id', 'agency_id']);

/** A value as a reader gets it, in one line; numbers of people and rows in place of what refers to them. */
function toText(value: unknown, { people, tables }: CaseContent): string {
  const { $person, $row } = (value ?? {}) as { readonly $person?: unknown; readonly $row?: unknown };
  if (typeof $person === 'number') return people[$person]?.name ?? '';
  if (typeof $row === 'string') {
    const [table = '', index = ''] = $row.split(':');
    return numberOf(table, tables[table]?.[Number(index)] ?? {}, Number(index));
  }
  if (typeof value === 'string') return value.slice(0, MOST_CHARS);
  return value === null || value === undefined ? '' : toCanonicalJson(value).slice(0, MOST_CHARS);
}

function numberOf(table: string, row: FileRow, index: number): string {
  return PACKAGE_TABLES[table]?.number?.(row) ?? String(index + 1);
}

interface Shown {
  readonly content: CaseContent;
  readonly hidden: ReturnType<typeof planPackage>['hidden'];
  readonly from: number;
}

function toPreviewTable(table: string, rows: readonly FileRow[], { content, hidden, from }: Shown): PreviewTable {
  const { name = table, fields = {}, mayDrop = false } = PACKAGE_TABLES[table] ?? {};
  const toRow = (row: FileRow, index: number): PreviewTable['shown'][number] => ({
    ...{ index, number: numberOf(table, row, index), isHidden: hidden.isRowHidden(table, index) },
    fields: Object.entries(row)
      .filter(([column]) => !UNSHOWN.has(column))
      .map(([column, value]) => ({
        ...{ column, name: fields[column]?.[0] ?? column.replaceAll('_', ' '), text: toText(value, content) },
        isHidden: hidden.isFieldHidden(table, index, column),
        mayHide: Object.hasOwn(fields, column),
      })),
  });
  return {
    ...{ table, name, mayDrop, rows: rows.length, from },
    hiddenRows: rows.filter((_, index) => hidden.isRowHidden(table, index)).length,
    shown: rows.slice(from, from + ROWS_SHOWN).map((row, index) => toRow(row, from + index)),
  };
}

/** Every text of the chosen tables, with whether it is left out, for what is repeated elsewhere. */
function listTexts(chosen: readonly [string, readonly FileRow[]][], hidden: Shown['hidden']): ShownText[] {
  return chosen.flatMap(([table, rows]) =>
    rows.flatMap((row, index) =>
      Object.entries(row)
        .filter(([column]) => !UNSHOWN.has(column))
        .map(([column, value]) => ({
          ...{ value, isHidden: hidden.isFieldHidden(table, index, column), mayName: table !== CUSTODY_TABLE },
          isWritten: Object.hasOwn(PACKAGE_TABLES[table]?.fields ?? {}, column),
          where: `${numberOf(table, row, index)} (${PACKAGE_TABLES[table]?.name ?? table}): ${
            PACKAGE_TABLES[table]?.fields[column]?.[0] ?? column.replaceAll('_', ' ')
          }`,
        })),
    ),
  );
}

/** What would leave with a package, field by field, and where something that is left out is repeated in what is not. */
export function previewPackage(casework: CaseworkContext, caller: Caller, id: string, body: Body): Promise<Preview> {
  return readCases(casework, caller, async (tx) => {
    const opened = await openCase(tx, id, 'export');
    const content = await readCaseContent(tx, casework.keys, opened);
    const { basis, hidden } = planPackage(body, content);
    const signed = chooseFiles(await listAllEvidence(tx, id), body.files).map(toSigned);
    const all = toTables(content) as [string, readonly FileRow[]][];
    const chosen: [string, readonly FileRow[]][] = [
      ...all.filter(([table, rows]) => isChosen(table, body.areas) && rows.length > 0),
      ...(signed.length > 0 ? [[EVIDENCE_TABLE, signed] satisfies [string, readonly FileRow[]]] : []),
    ];
    const { repeats, isCut, tooShort } = await findRepeats(listTexts(chosen, hidden));
    const pageOf = (table: string) => (body.page?.table === table ? body.page.from : 0);
    return {
      basis,
      tables: chosen.map(([table, rows]) => toPreviewTable(table, rows, { content, hidden, from: pageOf(table) })),
      leftOut: all
        .filter(([table, rows]) => !isChosen(table, body.areas) && rows.length > 0)
        .map(([table, rows]) => ({
          name: PACKAGE_TABLES[table]?.name ?? table.replaceAll('_', ' '),
          rows: rows.length,
        })),
      ...{ repeats, areRepeatsCut: isCut, tooShort },
    };
  });
}
