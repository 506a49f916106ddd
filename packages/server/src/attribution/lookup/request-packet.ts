import { ATTRIBUTION_RULES_VERSION } from '@trailmark/analysis/attribution/catalogue';
import { fingerprint } from '@trailmark/analysis/clusters/cluster-rules';
import type { Contract } from '@trailmark/api/contract';
import type { RouteInput } from '@trailmark/api/route';
import { formatOwner } from '@trailmark/chains/utxo/address';
import { AppError } from '@trailmark/core/errors';
import type { LabelReader } from '@trailmark/core/label';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { PacketAddressee, PacketDeposit, RequestPacket } from '@trailmark/documents/request-packet';
import { streamPacketPdf } from '@trailmark/documents/request-packet-pdf';
import { streamPacketCsv, streamPacketXlsx } from '@trailmark/documents/request-packet-tables';
import { streamPacketJson, streamPacketText } from '@trailmark/documents/request-packet-text';
import { CHECK_FIRST } from '@trailmark/documents/request-packet-wording';
import { describePriceSource } from '@trailmark/ingest/prices/catalogue';
import { toActorRow } from '../../knowledge/labels/label-answer.ts';
import type { Pricer } from '../../knowledge/prices/pricer.ts';
import { getHoldings, toAsOf } from '../../ledger/answer.ts';
import type { ServedOutputs } from '../../ledger/ledgers.ts';
import { type Attributed, readAttributions } from './attribution.ts';
import { readRecords } from './attribution-flows.ts';
import { type PlacedDeposit, toDepositPoint } from './deposit-points.ts';
import type { LookupScope } from './lookup-scope.ts';

type PacketBody = RouteInput<Contract['createRequestPacket']>['body'];

const FORMATS = {
  xlsx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    stream: streamPacketXlsx,
  },
  csv: { mediaType: 'text/csv; charset=utf-8', stream: streamPacketCsv },
  pdf: { mediaType: 'application/pdf', stream: streamPacketPdf },
  txt: { mediaType: 'text/plain; charset=us-ascii', stream: streamPacketText },
  json: { mediaType: 'application/json', stream: streamPacketJson },
} as const satisfies Record<
  PacketBody['format'],
  { mediaType: string; stream: (packet: RequestPacket) => AsyncGenerator<Uint8Array> }
>;

/** How a packet is written in a format. */
export function packetFormat(format: PacketBody['format']): (typeof FORMATS)[PacketBody['format']] {
  return FORMATS[format];
}

interface Outpoint {
  readonly text: string;
  readonly txid: string;
  readonly vout: number;
}

function parseOutpoint(text: string): Outpoint {
  const colon = text.indexOf(':');
  return { text, txid: text.slice(0, colon), vout: Number(text.slice(colon + 1)) };
}

/** The last transaction of each id. Throws `invalid` naming an id that is not indexed, or an output that is not there. */
export async function readOutpoints(
  ledger: ServedOutputs,
  texts: readonly string[],
  read: ReadOptions,
): Promise<{ readonly outpoint: Outpoint; readonly record: TransactionRecord }[]> {
  const outpoints = [
    ...new Map(texts.map(parseOutpoint).map((point) => [`${point.txid}:${point.vout}`, point])).values(),
  ];
  const positions = await ledger.reader.positionsOf([...new Set(outpoints.map(({ txid }) => txid))], read);
  const last = (txid: string): number | undefined => positions.get(txid)?.at(-1);
  const records = await readRecords(
    ledger,
    outpoints.flatMap(({ txid }) => last(txid) ?? []),
    read,
  );
  return outpoints.map((outpoint) => {
    const record = records.get(last(outpoint.txid) ?? -1);
    if (!record) {
      throw new AppError(
        'invalid',
        `${outpoint.text}: no ${ledger.chain.name} transaction with this id is in this index.`,
      );
    }
    checkOutput(record, outpoint);
    return { outpoint, record };
  });
}

function checkOutput({ outputs }: TransactionRecord, { text, vout }: Outpoint): void {
  const output = outputs[vout];
  if (!output) {
    const last = outputs.length - 1;
    throw new AppError('invalid', `${text}: the transaction has outputs 0 to ${last}, and no output ${vout}.`);
  }
  if (!output.owner)
    throw new AppError('invalid', `${text}: this output pays nobody, so it is no transfer to a service.`);
}

function toAddressee(labels: LabelReader, id: string): PacketAddressee {
  const actor = labels.actor(id);
  if (!actor) {
    const shown = id.slice(0, 80);
    throw new AppError('invalid', `There is no actor "${shown}" in the directory. Ids are listed at /api/v1/actors.`);
  }
  const { label, legalName, jurisdictions, contacts } = toActorRow(labels, actor);
  return {
    id,
    name: label,
    legalName: legalName ?? undefined,
    jurisdictions,
    contacts: contacts.map(({ verifiedOn, ...contact }) => ({ ...contact, verifiedOn: verifiedOn ?? undefined })),
  };
}

interface Basis {
  readonly sentence: string;
  /** The evidence does not state that the address is the addressee's. */
  readonly isDoubtful: boolean;
}

/** Why a transfer is taken to have reached the addressee, and whether the evidence states so. */
function toBasis({ attribution }: Attributed, { id, name }: PacketAddressee): Basis {
  const { actor, host, sentence, verdict, confidence, evidence } = attribution;
  if (actor?.id === id || host?.id === id) {
    const claim = evidence.find((item) => item.claim?.actor?.id === id)?.sentence;
    const level = confidence === null ? '' : ` Confidence ${confidence} of 100.`;
    return { sentence: `${sentence}${level}${claim === undefined ? '' : ` Claim: ${claim}`}`, isDoubtful: false };
  }
  if (verdict === 'unknown' || actor === null) {
    const held = verdict === 'unknown' ? 'No source held attributes the address to anybody' : sentence;
    return {
      sentence: `${held.replace(/\.$/, '')}; that it belongs to ${name} is stated by the requesting authority.`,
      isDoubtful: true,
    };
  }
  return {
    sentence: `Sources held attribute the address to "${actor.label}", not to ${name}. ${sentence}`,
    isDoubtful: true,
  };
}

function toDeposit({ point, heightEstimated, fromIsPartial }: PlacedDeposit, basis: Basis): PacketDeposit {
  const { txid, vout, height, blockHash, time, timeEstimated, from, to, amount, fiat } = point;
  return {
    txid,
    vout,
    height,
    blockHash,
    time,
    timeEstimated,
    heightEstimated,
    from,
    fromIsPartial,
    to,
    amount,
    fiat: fiat
      ? {
          currency: fiat.currency,
          micro: fiat.micro,
          day: fiat.day,
          nano: fiat.priceNano,
          source: describePriceSource(fiat.source).name,
        }
      : undefined,
    basis: basis.sentence,
  };
}

function toNotes(ledger: ServedOutputs, deposits: readonly PacketDeposit[], doubtful: readonly string[]): string[] {
  const { coverage } = getHoldings(ledger.reader);
  const notes =
    doubtful.length === 0
      ? []
      : [
          `${CHECK_FIRST}: for ${doubtful.join(', ')} the sources held do not name the addressee. See the basis of each.`,
        ];
  if (deposits.some(({ timeEstimated }) => timeEstimated)) {
    notes.push('Times marked as estimated are not those of the block header: the source of these blocks carried none.');
  }
  if (deposits.some(({ heightEstimated }) => heightEstimated)) {
    notes.push('Heights marked as estimated are not facts: the source of these transactions carried none.');
  }
  if (deposits.some(({ fromIsPartial }) => fromIsPartial)) {
    notes.push('Some senders are not known: they spent outputs of blocks that are not indexed.');
  }
  if (!coverage.complete) notes.push(coverage.summary);
  return notes;
}

/** Longest list of doubtful transfers that a note names. */
const DOUBTS_NAMED = 20;

/** Everything a request says, read from the ledger, the labels and the prices. Throws `invalid` for what is not there. */
export async function readRequestPacket(
  scope: LookupScope & { readonly ledger: ServedOutputs },
  body: PacketBody,
  pricer: Pricer,
  read: ReadOptions,
): Promise<RequestPacket> {
  const { ledger, labels, clusters } = scope;
  const { fromTime, toTime, kind, authority, officer, officerId, caseNumber, replyTo, legalBasis, asks } = body;
  if (fromTime !== null && toTime !== null && fromTime > toTime) {
    throw new AppError('invalid', 'The period ends before it begins: fromTime must not be above toTime.');
  }
  const addressee = toAddressee(labels, body.actor);
  const outpoints = await readOutpoints(ledger, body.deposits, read);
  const placed = outpoints.flatMap(
    ({ record, outpoint }) => toDepositPoint(ledger, record, outpoint.vout, pricer) ?? [],
  );
  const addresses = [...new Set(placed.map(({ point }) => point.to))];
  const attributed = await readAttributions(scope, addresses, 'conservative', read);
  const bases = new Map(attributed.map((one) => [one.attribution.address, toBasis(one, addressee)]));
  const deposits = placed.flatMap((deposit) => {
    const basis = bases.get(deposit.point.to);
    return basis ? [toDeposit(deposit, basis)] : [];
  });
  const doubtful = deposits.flatMap(({ to }, i) => (bases.get(to)?.isDoubtful ? [`transfer ${i + 1}`] : []));
  const shown = doubtful.length > DOUBTS_NAMED ? [...doubtful.slice(0, DOUBTS_NAMED), 'more'] : doubtful;
  const asOf = toAsOf(ledger);
  const { id, name, symbol, decimals } = ledger.chain;
  return {
    kind,
    authority,
    officer,
    officerId,
    caseNumber,
    replyTo,
    legalBasis,
    asks,
    fromTime: fromTime ?? undefined,
    toTime: toTime ?? undefined,
    addressee,
    chain: { id, name, symbol, decimals },
    deposits,
    currency: pricer.currency,
    notes: toNotes(ledger, deposits, shown),
    madeAt: Math.floor(Date.now() / 1000),
    asOf: {
      height: asOf.height ?? undefined,
      hash: asOf.hash ?? undefined,
      labels: labels.version,
      prices: pricer.version,
      rules: `attribution ${fingerprint(ATTRIBUTION_RULES_VERSION)}${clusters ? `, clusters ${clusters.rulesVersion}` : ''}`,
      software: asOf.software,
    },
  };
}

/** A file name of checked parts: `request-sample-exchange-2026-11-21.pdf`. */
export function packetFileName({ addressee, madeAt }: RequestPacket, format: string): string {
  const actor = addressee.id.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 60);
  return `request-${actor}-${new Date(madeAt * 1000).toISOString().slice(0, 10)}.${format}`;
}

/** Address an output pays. */
export function addressOfOutput(ledger: ServedOutputs, record: TransactionRecord, vout: number): string | undefined {
  const owner = record.outputs[vout]?.owner;
  return owner && formatOwner(ledger.chain, owner);
}
