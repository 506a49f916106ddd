/**
 * Frees the bytes of an array that nobody reads again, where it has its memory for itself. Left to the collector, the pieces of a
 * long file would make it search everything the server has in memory again and again.
 */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
