import type { ReportBlock, ReportRow } from '@trailmark/core/report/report-document';
import { writeClaim } from '@trailmark/evidence/bundle/claim-text';
import { writeAddressList } from './address-list.ts';
import { showClaim } from './claim-book.ts';
import { writeClusterList } from './cluster-list.ts';
import type { Composition } from './composition.ts';
import { GLOSSARY } from './fixed-texts.ts';
import { writeStatementList } from './statement-list.ts';
import { writeTransactionList } from './transaction-list.ts';

/** Transactions, addresses, clusters, statements, custody, how to verify, every claim by its id, and a glossary. */
export function writeAppendices(report: Composition): readonly ReportBlock[] {
  const { facts, book } = report;
  // These may state claims, so that they come before the table of all.
  const lists = [writeTransactionList, writeAddressList, writeClusterList, writeStatementList];
  const first = lists.flatMap((write) => write(report));
  return [
    ...first,
    { kind: 'heading', title: 'Chain of custody' },
    {
      kind: 'table',
      caption: 'Acts on the material, in order. custody.json of the bundle has them as a chain of hashes.',
      columns: [
        { title: 'When, UTC', width: 20, align: 'left' },
        { title: 'Who', width: 17, align: 'left' },
        { title: 'What', width: 9, align: 'left' },
        { title: 'The call that gives it again', width: 47, align: 'left' },
        { title: 'Claim', width: 7, align: 'left' },
      ],
      rows: facts.custody.flatMap(({ who, act, what, how }, entry): ReportRow[] => {
        const claim = report.custodyAct(entry);
        if (!claim) return [];
        const when = showClaim(claim, { value: 'at' });
        return [
          { mark: 'claim', cells: [[when], [who], [`${act} ${what}`], [{ code: how }], [claim.id]], isSum: false },
        ];
      }),
    },
    { kind: 'heading', title: 'How to verify' },
    {
      kind: 'list',
      isFixed: true,
      items: [
        [
          'The bundle inside this PDF (attachment core.evb) has everything that the report rests on. It needs no server, no database and no network.',
        ],
        [
          'With the program: ',
          { code: 'trailmark verify <file>' },
          '. In any browser: open ',
          { code: 'verify-bundle.html' },
          ' and choose the file. In Python: ',
          { code: 'python3 verify_bundle.py <file>' },
          '.',
        ],
        [
          'Each amount, value, day and count in the findings, tables and lists of this report names a claim. The verifier calculates each claim again and prints one line for it. Lines of a figure of flow are shortened from the trace file that its caption names; circles of a timeline count rows of its table.',
        ],
      ],
    },
    { kind: 'heading', title: 'Claims' },
    {
      kind: 'table',
      caption: 'Every claim of this report.',
      columns: [
        { title: 'Claim', width: 6, align: 'left' },
        { title: 'Statement', width: 84, align: 'left' },
        { title: 'Rule', width: 10, align: 'left' },
      ],
      rows: book.claims.map((claim) => ({
        mark: claim.mark,
        cells: [[claim.id], [{ claim: claim.id, text: writeClaim(claim) }], [{ code: claim.rule }]],
        isSum: false,
      })),
    },
    { kind: 'heading', title: 'Glossary' },
    { kind: 'pairs', caption: '', rows: GLOSSARY.map(([name, text]) => ({ name, text: [text], ids: '' })) },
  ];
}
