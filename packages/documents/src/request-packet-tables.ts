import type { Cell } from './cell.ts';
import { encodeCsvRow } from './csv.ts';
import { PACKET_COLUMNS, packetRows, type RequestPacket } from './request-packet.ts';
import { packetFacts } from './request-packet-wording.ts';
import { streamXlsx } from './xlsx.ts';

/** RFC 4180: one record a fact, then the column names, then one record a transfer. */
export async function* streamPacketCsv(packet: RequestPacket): AsyncGenerator<Uint8Array> {
  const records: readonly (readonly Cell[])[] = [...packetFacts(packet), [...PACKET_COLUMNS], ...packetRows(packet)];
  yield Buffer.from(records.map(encodeCsvRow).join(''));
}

/** A workbook of two sheets, the request and its transfers; typed cells, no formula. */
export function streamPacketXlsx(packet: RequestPacket): AsyncGenerator<Uint8Array> {
  return streamXlsx([
    { name: 'Request', rows: [['name', 'value'], ...packetFacts(packet)] },
    { name: 'Transfers', rows: [[...PACKET_COLUMNS], ...packetRows(packet)] },
  ]);
}
