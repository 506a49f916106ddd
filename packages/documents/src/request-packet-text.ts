import { formatUnits } from '@trailmark/core/amount';
import { PACKET_COLUMNS, packetRows, type RequestPacket } from './request-packet.ts';
import { packetFacts } from './request-packet-wording.ts';

/** Printable ASCII on one line: everything else, and the backslash, as `\u{hex}`. */
export function escapeAscii(text: string): string {
  return text.replace(/[^\x20-\x5b\x5d-\x7e]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

function line(name: string, value: string): string {
  return value === '' ? `${name}:` : `${name}: ${escapeAscii(value)}`;
}

/**
 * Seven-bit text with LF line ends: a first line naming the layout, one `name: value` line a fact in a fixed order, then
 * for each transfer a `[transfer n]` line and one line per column. A value is empty where it is not known.
 */
export async function* streamPacketText(packet: RequestPacket): AsyncGenerator<Uint8Array> {
  const lines = ['trailmark-request-packet 1', ...packetFacts(packet).map(([name, value]) => line(name, value))];
  for (const cells of packetRows(packet)) {
    const values = cells.map((cell) => (cell === null ? '' : typeof cell === 'string' ? cell : cell.number));
    lines.push('', `[transfer ${values[0]}]`);
    for (const [i, name] of PACKET_COLUMNS.entries()) if (i > 0) lines.push(line(name, values[i] ?? ''));
  }
  yield Buffer.from(`${[...lines, '', '[end]'].join('\n')}\n`, 'ascii');
}

/**
 * One object: `format`, `request` (the facts by name) and `transfers`. Amounts are decimal text, `null` where not known.
 * Non-ASCII is escaped, so that the bytes survive any mail system.
 */
export async function* streamPacketJson(packet: RequestPacket): AsyncGenerator<Uint8Array> {
  const { chain } = packet;
  const transfers = packet.deposits.map((deposit, i) => ({
    number: i + 1,
    chain: chain.id,
    txid: deposit.txid,
    blockHeight: deposit.height,
    heightEstimated: deposit.heightEstimated,
    blockHash: deposit.blockHash,
    timeUtc: new Date(deposit.time * 1000).toISOString(),
    timeEstimated: deposit.timeEstimated,
    outputIndex: deposit.vout,
    from: deposit.from,
    fromIsPartial: deposit.fromIsPartial,
    to: deposit.to,
    amount: formatUnits(deposit.amount, chain.decimals),
    unit: chain.symbol,
    amountSmallestUnit: deposit.amount.toString(),
    fiat: deposit.fiat
      ? {
          currency: deposit.fiat.currency,
          value: formatUnits(deposit.fiat.micro, 6),
          day: deposit.fiat.day,
          price: formatUnits(deposit.fiat.nano, 9),
          source: deposit.fiat.source,
        }
      : null,
    basis: deposit.basis,
  }));
  const document = {
    format: 'trailmark-request-packet-1',
    request: Object.fromEntries(packetFacts(packet)),
    transfers,
  };
  const text = JSON.stringify(document, undefined, 2).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  yield Buffer.from(`${text}\n`);
}
