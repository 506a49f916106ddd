import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { toPagePolicy } from './security-headers.ts';

/** What the build writes where each answer has a nonce of its own (`html.cspNonce` in the web application's `vite.config.ts`). */
const PLACE_OF_NONCE = 'nonce-of-each-answer';
/** A page is a few kilobytes: more effort saves less than it takes. */
const BROTLI_QUALITY = 5;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function compress(text: string, takes: (encoding: string) => boolean) {
  const bytes = Buffer.from(text);
  if (takes('br')) {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    return { encoding: 'br', bytes: await brotli(bytes, { params }) };
  }
  return takes('gzip') ? { encoding: 'gzip', bytes: await zip(bytes) } : { encoding: undefined, bytes };
}

/** The page of the application, whose scripts run by a nonce that no other answer has; so it is never answered from a cache. */
export async function answerPage(
  page: string,
  { status, takes }: { readonly status: 200 | 404; readonly takes: (encoding: string) => boolean },
): Promise<Response> {
  const nonce = randomBytes(18).toString('base64url');
  const { encoding, bytes } = await compress(page.replaceAll(PLACE_OF_NONCE, nonce), takes);
  const headers = new Headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': toPagePolicy(nonce),
    vary: 'Accept-Encoding',
  });
  if (encoding) headers.set('content-encoding', encoding);
  return new Response(new Uint8Array(bytes), { status, headers });
}
