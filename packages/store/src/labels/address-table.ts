import { NETWORK_IDS, type NetworkId } from '@trailmark/core/network';

const NETWORK_NUMBER = new Map<NetworkId, number>(NETWORK_IDS.map((id, number) => [id, number]));

let lastText = '';
let lastHash = 0;

/** FNV-1a. The last text's is kept: an address is searched on every network of its family, one after the other. */
function hashText(text: string): number {
  if (text === lastText && lastHash !== 0) return lastHash;
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  lastText = text;
  lastHash = hash;
  return hash;
}

/** 32-bit hash of a network and an address (with a last mix): computed once per search, used on every table. */
export function hashAddress(network: NetworkId, address: string): number {
  let hash = Math.imul(hashText(address) ^ (NETWORK_NUMBER.get(network) ?? 255), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

function tableSize(count: number): number {
  let size = 16;
  while (size < count * 2) size *= 2;
  return size;
}

/**
 * Numbers addresses in order of appearance and finds them again: their text as bytes one after the other, and an open table
 * of numbers. About 50 bytes per address and no object. Addresses are ASCII.
 */
export class AddressTable {
  size = 0;
  private bytes: Buffer;
  private readonly starts: Uint32Array;
  private readonly networks: Uint8Array;
  private readonly held = new Set<NetworkId>();
  /** Number + 1 of an address; 0 is empty. */
  private readonly slots: Uint32Array;

  /** `count` addresses at most. */
  constructor(count: number) {
    this.bytes = Buffer.alloc(count * 36 + 64);
    this.starts = new Uint32Array(count + 1);
    this.networks = new Uint8Array(count);
    this.slots = new Uint32Array(tableSize(count));
  }

  /** Takes an address that is not in the table. Returns its number. */
  add(network: NetworkId, address: string): number {
    const number = this.size;
    this.size += 1;
    const start = this.starts[number] as number;
    if (start + address.length > this.bytes.length) this.grow(address.length);
    for (let i = 0; i < address.length; i++) this.bytes[start + i] = address.charCodeAt(i);
    this.starts[number + 1] = start + address.length;
    this.networks[number] = NETWORK_NUMBER.get(network) ?? 255;
    this.held.add(network);
    const mask = this.slots.length - 1;
    let slot = hashAddress(network, address) & mask;
    while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
    this.slots[slot] = number + 1;
    return number;
  }

  private grow(least: number): void {
    const bytes = Buffer.alloc(Math.ceil(this.bytes.length * 1.5) + least);
    this.bytes.copy(bytes);
    this.bytes = bytes;
  }

  /** The number of an address, or -1. */
  find(hash: number, network: NetworkId, address: string): number {
    const mask = this.slots.length - 1;
    const networkNumber = NETWORK_NUMBER.get(network) ?? 255;
    for (let slot = hash & mask; this.slots[slot] !== 0; slot = (slot + 1) & mask) {
      const number = (this.slots[slot] as number) - 1;
      if (this.networks[number] === networkNumber && this.isAt(number, address)) return number;
    }
    return -1;
  }

  private isAt(number: number, address: string): boolean {
    const start = this.starts[number] as number;
    if ((this.starts[number + 1] as number) - start !== address.length) return false;
    for (let i = 0; i < address.length; i++) if (this.bytes[start + i] !== address.charCodeAt(i)) return false;
    return true;
  }

  /** Whether any address of the network is in the table. */
  holds(network: NetworkId): boolean {
    return this.held.has(network);
  }

  network(number: number): NetworkId {
    return NETWORK_IDS[this.networks[number] as number] as NetworkId;
  }

  address(number: number): string {
    return this.bytes.toString('latin1', this.starts[number], this.starts[number + 1]);
  }

  /** Bytes of memory. */
  get memory(): number {
    return this.bytes.length + this.starts.byteLength + this.networks.length + this.slots.byteLength;
  }
}
