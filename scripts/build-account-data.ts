import { buildCryptopunks } from './account-data/cryptopunks.ts';
import { buildEthereum15000000 } from './account-data/ethereum-15000000.ts';
import { buildEthereum17173049 } from './account-data/ethereum-17173049.ts';
import { buildIllicitFlow } from './account-data/illicit-flows.ts';
import { buildNomad } from './account-data/nomad.ts';
import { assert } from './account-data/tables.ts';
import { buildTron } from './account-data/tron-0-10000.ts';

// Run by a maintainer: `npm exec -- node scripts/build-account-data.ts SOURCE`, where SOURCE has one folder a source as the
// PROVENANCE.txt of each set names it. The same sources give the same bytes.

const OUT = 'data/eth';
const source = process.argv[2];
assert(source, 'usage: scripts/build-account-data.ts SOURCE');
buildEthereum15000000(source, OUT);
buildEthereum17173049(source, OUT);
buildNomad(source, OUT);
buildIllicitFlow(source, OUT, 'HB', 'flows-harmony');
buildIllicitFlow(source, OUT, 'LIFI', 'flows-lifi');
buildIllicitFlow(source, OUT, 'TxPhish', 'flows-phishing');
buildCryptopunks(source, OUT);
buildTron(source, 'data/trx');
