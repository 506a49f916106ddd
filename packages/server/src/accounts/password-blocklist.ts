import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const FILE = new URL('../../../../data/passwords/common.txt.gz', import.meta.url);

let common: ReadonlySet<string> | undefined;

/** 113,000 passwords that people have been seen to use, in lower case; read at the first use. */
export function readCommonPasswords(): ReadonlySet<string> {
  common ??= new Set(gunzipSync(readFileSync(FILE)).toString('utf8').split('\n').filter(Boolean));
  return common;
}
