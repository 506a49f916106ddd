import { useRouter } from '@tanstack/react-router';
import { NETWORKS } from '@trailmark/core/network';
import type { Answer } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { CategoryGlyph } from '../../components/category-glyph.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { Flags } from '../../components/flags.tsx';
import { Hash, LookAlikeScope } from '../../components/hash.tsx';
import { Missing } from '../../components/missing.tsx';
import { shortenSource } from '../../format/label-words.ts';
import { attributionUrl, entityUrl } from '../../url.ts';
import { curlQuotes, findVerdictCategory, findWeakestKind } from './verdict.ts';
import { WARNING_WORDS } from './warnings.tsx';

type Row = Answer<'lookUp'>['items'][number];

/** The page of a row; a chain without labels of its own has none. */
export function rowUrl({ attribution, outpoint }: Row): string | undefined {
  if (attribution.network === null) return undefined;
  const output = outpoint === null ? undefined : `${outpoint.txid}:${outpoint.vout}`;
  return attributionUrl(attribution.network, attribution.address, { output });
}

function Subject({ row }: { readonly row: Row }) {
  const href = rowUrl(row);
  const { address, network } = row.attribution;
  return (
    <>
      <Hash value={address} kind="address" {...(href ? { href } : {})} />
      <span className="tm-t3 tm-sm">
        {' '}
        {network === null ? 'test network' : NETWORKS[network]}
        {row.outpoint && `, output ${row.outpoint.vout} of ${row.outpoint.txid.slice(0, 8)}…`}
      </span>
    </>
  );
}

function Verdict({ attribution }: Row) {
  const kind = attribution.verdict === 'unknown' ? undefined : findWeakestKind(attribution.evidence);
  const category = findVerdictCategory(attribution);
  return (
    <span className="xl-verdict">
      {kind ? <EvidenceMark kind={kind} /> : null}
      {category && <CategoryGlyph category={category} />}
      <span>{curlQuotes(attribution.sentence)}</span>
    </span>
  );
}

function Source({ attribution }: Row) {
  const claim = attribution.evidence.find((item) => item.claim !== null)?.claim ?? attribution.labels.claims[0];
  if (!claim) return <Missing reason="No pack in force says anything about this address.">no label</Missing>;
  return (
    <span className="tm-t2">
      {shortenSource(claim.source).slice(0, 40)}{' '}
      {claim.asOf === null ? (
        <Missing reason="The source gives no date for this claim.">not dated</Missing>
      ) : (
        <span className="tm-t3 tm-nw">{claim.asOf}</span>
      )}
    </span>
  );
}

const COLUMNS: readonly DataColumn<Row>[] = [
  { id: 'input', header: 'Address', narrow: 'top-left', cell: (row) => <Subject row={row} /> },
  { id: 'verdict', header: 'Answer', narrow: 'bottom-left', cell: (row) => <Verdict {...row} /> },
  {
    id: 'confidence',
    header: 'Confidence, of 100',
    align: 'right',
    narrow: 'top-right',
    cell: ({ attribution }) =>
      attribution.evidence.find(({ claim }) => claim !== null)?.claim?.listing ? (
        <span className="tm-t3">list</span>
      ) : attribution.confidence === null ? (
        <span className="tm-t3">–</span>
      ) : (
        <span className="tm-b">
          {attribution.confidence}
          <span className="tm-narrow tm-t3"> of 100</span>
        </span>
      ),
  },
  {
    id: 'actor',
    header: 'Organisation',
    cell: ({ attribution: { actor } }) =>
      actor ? <AppLink href={entityUrl(actor.id)}>{actor.label}</AppLink> : <span className="tm-t3">–</span>,
  },
  { id: 'source', header: 'Label source, date', isMinor: true, cell: (row) => <Source {...row} /> },
  {
    id: 'warnings',
    header: 'Warnings',
    narrow: 'bottom-right',
    cell: ({ attribution }) => <Flags words={attribution.warnings.map(({ kind }) => WARNING_WORDS[kind])} />,
  },
];

/** One line per address, in the order of the text; Enter opens its page. */
export function LookupTable({ rows }: { readonly rows: readonly Row[] }) {
  const router = useRouter();
  return (
    <LookAlikeScope values={rows.map(({ attribution }) => attribution.address)}>
      <DataTable
        caption="Addresses found, each with its answer"
        columns={COLUMNS}
        rows={rows}
        rowId={({ input, attribution }) => `${input}/${attribution.network}/${attribution.address}`}
        onOpen={(row) => {
          const href = rowUrl(row);
          if (href) void router.navigate({ href });
        }}
        opensOnClick
      />
    </LookAlikeScope>
  );
}
