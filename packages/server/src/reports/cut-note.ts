import type { ReportBlock } from '@trailmark/core/report/report-document';

/** That a table does not have everything, how much it leaves out, and where the rest is; nothing where it has all. */
export function noteCut(
  { shown, all }: { readonly shown: number; readonly all: number },
  what: string,
  rest: string,
): readonly ReportBlock[] {
  if (all <= shown) return [];
  const text = `The table has ${shown} of ${all} ${what}. The other ${all - shown} ${all - shown === 1 ? 'is' : 'are'} in ${rest}.`;
  return [{ kind: 'text', isFixed: true, text: [text] }];
}
