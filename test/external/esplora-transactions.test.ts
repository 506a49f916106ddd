import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getChain } from '../../packages/chains/src/catalogue.ts';
import { encodeScriptAddress } from '../../packages/chains/src/utxo/address.ts';
import { hash256, sha256 } from '../../packages/chains/src/utxo/hash.ts';
import { describeScript } from '../../packages/chains/src/utxo/script.ts';
import { decodeTransaction, encodeTransaction } from '../../packages/chains/src/utxo/transaction.ts';
import { decodeHex, encodeHex } from '../../packages/core/src/hex.ts';
import { toEsploraAsm, toEsploraType } from '../../packages/server/src/esplora/script-asm.ts';
import { describeWithData } from '../needs.ts';

interface EsploraOutput {
  readonly scriptpubkey: string;
  readonly scriptpubkey_asm: string;
  readonly scriptpubkey_type: string;
  readonly scriptpubkey_address?: string;
  readonly value: number;
}
interface EsploraInput {
  readonly txid: string;
  readonly vout: number;
  readonly prevout: EsploraOutput;
  readonly scriptsig: string;
  readonly scriptsig_asm: string;
  readonly witness?: readonly string[];
  readonly sequence: number;
  readonly inner_redeemscript_asm?: string;
  readonly inner_witnessscript_asm?: string;
}
interface EsploraTransaction {
  readonly version: number;
  readonly locktime: number;
  readonly vin: readonly EsploraInput[];
  readonly vout: readonly EsploraOutput[];
}

const BTC = getChain('btc');

describeWithData('btc/esplora-json/mempool.tar.zst', (archive) => {
  const folder = mkdtempSync(join(tmpdir(), 'trailmark-esplora-json-'));
  const transactions: [name: string, transaction: EsploraTransaction][] = [];
  beforeAll(() => {
    execFileSync('tar', ['--zstd', '-xf', archive, '-C', folder]);
    for (const name of readdirSync(join(folder, 'mempool'))) {
      transactions.push([name, JSON.parse(readFileSync(join(folder, 'mempool', name), 'utf8'))]);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('all scripts have the form, the address and the text that Esplora gives them', () => {
    const forms = new Map<string, number>();
    const different = new Set<string>();
    const note = (what: string, script: string, ours: unknown, theirs: unknown): void => {
      if (ours !== theirs) different.add(`${what} of ${script}: ours ${ours}, theirs ${theirs}`);
    };
    for (const [, { vin, vout }] of transactions) {
      for (const output of [...vout, ...vin.map((input) => input.prevout)]) {
        const script = decodeHex(output.scriptpubkey);
        const { type } = describeScript(script);
        const name = toEsploraType(type, script);
        forms.set(name, (forms.get(name) ?? 0) + 1);
        note('form', output.scriptpubkey, name, output.scriptpubkey_type);
        note('text', output.scriptpubkey, toEsploraAsm(script), output.scriptpubkey_asm);
        // We name the address of a bare key; Esplora does not.
        if (type !== 'p2pk')
          note('address', output.scriptpubkey, encodeScriptAddress(BTC, script), output.scriptpubkey_address);
      }
      for (const input of vin) {
        note('text', input.scriptsig, toEsploraAsm(decodeHex(input.scriptsig)), input.scriptsig_asm);
      }
    }
    console.log([...forms].map(([form, count]) => `${form} ${count}`).join(', '));
    expect([...different]).toEqual([]);
    expect(transactions).toHaveLength(8_131);
    expect([...forms.keys()]).toEqual(expect.arrayContaining(['p2pkh', 'p2sh', 'v0_p2wpkh', 'v0_p2wsh', 'v1_p2tr']));
  });

  test('each transaction serialises to the id that the name of its file is made of', () => {
    const different: string[] = [];
    for (const [name, { version, locktime, vin, vout }] of transactions) {
      const parts = {
        version,
        lockTime: locktime,
        inputs: vin.map(({ txid, vout: prevVout, scriptsig, sequence, witness }) => ({
          ...{ prevTxid: txid, prevVout, script: decodeHex(scriptsig), sequence },
          witness: (witness ?? []).map(decodeHex),
        })),
        outputs: vout.map(({ value, scriptpubkey }) => ({ value: BigInt(value), script: decodeHex(scriptpubkey) })),
      };
      const raw = encodeTransaction(parts, { witness: true });
      const decoded = decodeTransaction(raw);
      expect(Buffer.compare(encodeTransaction(decoded, { witness: true }), raw)).toBe(0);
      // The publisher names a file by the SHA-256 of its txid.
      const stripped = encodeTransaction(parts, { witness: false });
      const expected = encodeHex(sha256(hash256(stripped).reverse()));
      if (`${expected}.json` !== name) different.push(name);
    }
    expect(different).toEqual([]);
  });
});
