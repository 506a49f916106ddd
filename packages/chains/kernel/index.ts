// The exports of kernel.wasm. Addresses and lengths are in bytes of its memory.
export { hashBytes, hashTree, parseBlock, prepare, resultAddress } from './block';
export { keccak, keccakRoom } from './keccak';
export { applyBlock, columnsAddress, counters, insertRows, lookUp, prepareStage, resetTable } from './outpoints';
