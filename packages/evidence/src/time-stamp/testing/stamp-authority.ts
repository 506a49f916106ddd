import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Of a certificate of an authority. */
export const EXTENSIONS = `basicConstraints=CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=critical,timeStamping
`;
const CONFIG = `[tsa]
default_tsa = it
[it]
serial = ./serial
signer_cert = signer.pem
signer_key = signer.key
certs = root.pem
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha256
`;

/** A time stamp authority of the program openssl, with a root of its own, in a folder that `close` removes. */
export function makeAuthority(name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'trailmark-stamps-'));
  const run = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = (path: string) => ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', path];
  const days = ['-days', '36500'];
  writeFileSync(join(folder, 'ext'), EXTENSIONS);
  writeFileSync(join(folder, 'ts.cnf'), CONFIG);
  writeFileSync(join(folder, 'serial'), '01');
  run('req', '-x509', ...key('root.key'), '-out', 'root.pem', ...days, '-subj', `/O=Example/CN=${name} Root`);
  run('req', '-new', ...key('signer.key'), '-out', 'signer.csr', '-subj', `/O=Example/CN=${name}`);
  const from = (extensions: string) => [
    '-CA',
    'root.pem',
    '-CAkey',
    'root.key',
    '-CAcreateserial',
    '-extfile',
    extensions,
  ];
  run('x509', '-req', '-in', 'signer.csr', ...from('ext'), ...days, '-out', 'signer.pem');
  return {
    root: readFileSync(join(folder, 'root.pem'), 'utf8'),
    /** Answers a question as `openssl ts -reply` does. */
    reply: (question: Uint8Array): Buffer => {
      writeFileSync(join(folder, 'q.tsq'), question);
      run('ts', '-reply', '-config', 'ts.cnf', '-queryfile', 'q.tsq', '-out', 'a.tsr');
      return readFileSync(join(folder, 'a.tsr'));
    },
    /** The statement of an answer, signed again with a certificate of the same key that has other extensions. */
    signAgain: (question: Uint8Array, extensions: string): Buffer => {
      writeFileSync(join(folder, 'q.tsq'), question);
      writeFileSync(join(folder, 'other'), extensions);
      // The certificate first: it is not valid for what was stated a second before it.
      run('x509', '-req', '-in', 'signer.csr', ...from('other'), ...days, '-out', 'other.pem');
      run('ts', '-reply', '-config', 'ts.cnf', '-queryfile', 'q.tsq', '-out', 'a.tsr');
      run('ts', '-reply', '-in', 'a.tsr', '-token_out', '-out', 'a.tst');
      run('cms', '-verify', '-noverify', '-inform', 'DER', '-in', 'a.tst', '-out', 'a.info');
      const statement = ['-in', 'a.info', '-econtent_type', '1.2.840.113549.1.9.16.1.4', '-binary', '-nodetach'];
      const signer = ['-signer', 'other.pem', '-inkey', 'signer.key', '-cades', '-md', 'sha256'];
      run('cms', '-sign', ...statement, ...signer, '-outform', 'DER', '-out', 'b.tst');
      return readFileSync(join(folder, 'b.tst'));
    },
    /** What `openssl ts -verify` states about a token. Throws where it does not verify. */
    verify: (hash: string, token: Uint8Array): string => {
      writeFileSync(join(folder, 't.tst'), token);
      return run('ts', '-verify', '-digest', hash, '-in', 't.tst', '-token_in', '-CAfile', 'root.pem').toString();
    },
    close: () => rmSync(folder, { recursive: true }),
  };
}

/** An authority over HTTP on this machine; `answer` is what the next question gets. */
export async function serveAuthority(answer: (question: Buffer, response: ServerResponse) => void) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      asked.push(`${request.method} ${request.url} ${request.headers['content-type']}`);
      answer(Buffer.concat(chunks), response);
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/stamp`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
