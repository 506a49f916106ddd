import type { LineArrival, StatementLeg, StatementLine, StatementParty } from './statement.ts';

/** Text as JSON; lone surrogates, which JSON in UTF-8 cannot hold, are replaced. */
function text(value: string): string {
  return JSON.stringify(value.isWellFormed() ? value : value.toWellFormed());
}

function optional(name: string, value: string | undefined): string {
  return value === undefined ? '' : `,"${name}":${text(value)}`;
}

function units(name: string, value: bigint | undefined): string {
  return value === undefined ? '' : `,"${name}":"${value}"`;
}

function writeLeg({ asset, amount, tokenId, value }: StatementLeg): string {
  return `{"amount":"${amount}","asset":${text(asset)}${units('tokenId', tokenId)}${units('value', value)}}`;
}

function writeParty({ address, category, label }: StatementParty): string {
  return `{"address":${text(address)}${optional('category', category)}${optional('label', label)}}`;
}

function writeArrival({ chain, height, time, txid }: LineArrival): string {
  return `"arrival":{"chain":"${chain}","height":${height},"time":${time}${optional('txid', txid)}},`;
}

function writeBalance({ asset, amount }: StatementLine['balances'][number]): string {
  return amount === undefined ? `{"asset":${text(asset)}}` : `{"amount":"${amount}","asset":${text(asset)}}`;
}

function list<T>(items: readonly T[], write: (item: T) => string): string {
  const [first] = items;
  if (first === undefined) return '[]';
  let row = `[${write(first)}`;
  for (let i = 1; i < items.length; i++) row += `,${write(items[i] as T)}`;
  return `${row}]`;
}

/**
 * The canonical JSON (RFC 8785) of a line. A long statement has hundreds of thousands, each of which is hashed: members are
 * written in their order instead of being sorted each time.
 */
export function writeLineJson(line: StatementLine): string {
  const { arrival, fee, rule } = line;
  return `{${arrival === undefined ? '' : writeArrival(arrival)}"balances":${list(line.balances, writeBalance)},"basis":"${line.basis}","chain":"${line.chain}"${fee === undefined ? '' : `,"fee":${writeLeg(fee)}`},"height":${line.height},"isSpam":${line.isSpam},"legs":${list(line.legs, writeLeg)},"no":${line.no}${optional('note', line.note)},"own":${list(line.own, text)},"part":${line.part},"parties":${list(line.parties, writeParty)},"parts":${line.parts},"partyCount":${line.partyCount}${optional('rule', rule)},"time":${line.time}${optional('txid', line.txid)},"type":"${line.type}"}`;
}
