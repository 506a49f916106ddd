// Script form and owner of every output, 40 bytes each: form, payload length, six zeros, payload padded with zeros.
import { runJobs, JOB_SIZE } from './hash-jobs';
import { BASE } from './memory';
import { outputCount, outScriptLength, outScriptOffset } from './parse';
import { ripemd160InPlace } from './ripemd160';
import { OP_RETURN, P2PK, P2PKH, P2SH, P2SH32, P2TR, P2WPKH, P2WSH, scriptType } from './script';

const OWNER_SIZE: usize = 40;

export function ownerEnd(owners: usize, count: u32): usize {
  return owners + <usize>count * OWNER_SIZE;
}

/** Where the payload is inside a script of this form; 0 where the payload is a hash of something. */
// @ts-ignore: decorator
@inline
function payloadOffset(type: u8): usize {
  if (type == P2PKH) return 3;
  return type == P2SH || type == P2WPKH || type == P2WSH || type == P2TR || type == P2SH32 ? 2 : 0;
}

// @ts-ignore: decorator
@inline
function is20(type: u8): bool {
  return type == P2PKH || type == P2SH || type == P2WPKH || type == P2PK;
}

function copyPayload(to: usize, from: usize, short: bool): void {
  v128.store(to, v128.load(from));
  const rest = v128.load(from, 16);
  v128.store(to, short ? v128.and(rest, i32x4(-1, 0, 0, 0)) : rest, 16);
}

/** Fills `types` and `owners`; `jobs` has room for one job for each output. */
export function readOwners(owners: usize, types: usize, jobs: usize, allowP2sh32: bool): void {
  let jobCount: u32 = 0;
  let keys: u32 = 0;
  for (let i: u32 = 0; i < outputCount; i++) {
    const script = BASE + load<u32>(outScriptOffset + (<usize>i << 2));
    const length = load<u32>(outScriptLength + (<usize>i << 2));
    const type = scriptType(script, length, allowP2sh32);
    const owner = owners + <usize>i * OWNER_SIZE;
    store<u8>(types + i, type);
    if (type == OP_RETURN) {
      memory.fill(owner, 0, OWNER_SIZE);
      continue;
    }
    const form = type == P2PK ? P2PKH : type;
    store<u64>(owner, <u64>form | (is20(type) ? 20 << 8 : 32 << 8));
    const offset = payloadOffset(type);
    if (offset) {
      copyPayload(owner + 8, script + offset, is20(type));
      continue;
    }
    const isKey = type == P2PK;
    const job = jobs + <usize>jobCount * JOB_SIZE;
    jobCount++;
    store<u32>(job, <u32>script + (isKey ? 1 : 0));
    store<u32>(job, isKey ? length - 2 : length, 4);
    store<u32>(job, 0, 8);
    store<u32>(job, <u32>(owner + 8), 12);
    if (isKey) keys++;
  }
  runJobs(jobs, jobCount);
  for (let i: u32 = 0; keys > 0; i++) {
    if (load<u8>(types + i) != P2PK) continue;
    ripemd160InPlace(owners + <usize>i * OWNER_SIZE + 8);
    keys--;
  }
}
