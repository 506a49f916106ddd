/** Half bytes of a key, the higher half first. */
export function nibbles(key: Uint8Array): Uint8Array {
  const path = new Uint8Array(key.length * 2);
  key.forEach((byte, i) => {
    path[2 * i] = byte >> 4;
    path[2 * i + 1] = byte & 15;
  });
  return path;
}
