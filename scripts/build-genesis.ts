import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { assert } from '@trailmark/core/errors';
import { encodeHex } from '@trailmark/core/hex';
import { stateRoot } from '../packages/chains/src/evm/state-root.ts';

// Run by a maintainer: `npm exec -- node scripts/build-genesis.ts FILE`, where FILE is dist/esm/genesisStates/mainnet.js of the
// package @ethereumjs/genesis. Writes data/eth/genesis/allocation.csv.gz (address, wei), only if the accounts give the state
// root of Ethereum's first block. The same file gives the same bytes.

const TARGET = resolve(dirname(fileURLToPath(import.meta.url)), '../data/eth/genesis/allocation.csv.gz');
const STATE_ROOT = 'd7f8974fb5ac78d9ac099b9ad5018bedc2ce0a72dad1827a1709da30580f0544';

const [file] = process.argv.slice(2);
assert(file !== undefined, 'Name the file that holds the allocation of the main network.');
const { mainnetGenesis } = (await import(pathToFileURL(join(process.cwd(), file)).href).catch(
  () => import(pathToFileURL(file).href),
)) as { mainnetGenesis: Readonly<Record<string, string>> };
const gifts = Object.entries(mainnetGenesis)
  .map(([address, amount]) => ({ address: address.slice(2).toLowerCase(), amount: BigInt(amount) }))
  .sort((a, b) => (a.address < b.address ? -1 : 1));
const root = encodeHex(stateRoot(gifts));
assert(root === STATE_ROOT, `The accounts give the state root ${root}, and the first block states ${STATE_ROOT}.`);
const packed = gzipSync(`address,wei\n${gifts.map(({ address, amount }) => `${address},${amount}\n`).join('')}`, {
  level: 9,
});
// The operating system's number: not a fact about the accounts.
packed[9] = 255;
mkdirSync(dirname(TARGET), { recursive: true });
writeFileSync(TARGET, packed);
const total = gifts.reduce((sum, { amount }) => sum + amount, 0n);
console.log(`${TARGET}: ${gifts.length} accounts, ${total} wei, ${packed.length} bytes`);
