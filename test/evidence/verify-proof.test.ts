import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseCommand } from '../../packages/server/src/cli/parse-command.ts';
import { formatProofReport, verifyProofFile } from '../../packages/server/src/cli/verify-bundle.ts';
import { PROGRAM } from '../program.ts';
import { exportProof } from './first-blocks.ts';

const GUIDE = readFileSync(new URL('../../docs/guide/proofs-of-clusters.md', import.meta.url), 'utf8');
const FROM = '1KAD5EnzzLtrSo2Da2G4zzD7uZrjk8zRAv';
const TO = '1DCbY2GYVaAMCBpuBNN5GVg3a47pNK1wdi';
const BLOCK = '000000005a4ded781e667e06ceefafb71410b511fe0d5adc3e5a27ecbec34ae6';
const directory = mkdtempSync(join(tmpdir(), 'trailmark-proof-'));
const path = join(directory, 'proof.json');

beforeAll(async () => {
  writeFileSync(path, await exportProof(FROM, TO));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, 'verify-proof', ...args], { cwd: directory }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });
}

describe('trailmark verify-proof', () => {
  it('prints the report and ends with 0 where everything verifies', async () => {
    const { code, out, err } = await run(path, '--block', `546:${BLOCK}`);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('VERIFIED');
    expect(out).toContain('This is the block known at height 546.');
  });

  it('ends with another code where the file was tampered with or does not meet what is required', async () => {
    const tampered = join(directory, 'tampered.json');
    writeFileSync(tampered, readFileSync(path, 'utf8').replace(TO, FROM));
    const changed = await run(tampered);
    expect(changed.code).toBe(2);
    expect(changed.err).toMatch(/^This file was changed after it was written: its content hashes to \w+/);
    const weak = await run(path, '--min-difficulty', '2');
    expect(weak.code).toBe(1);
    expect(weak.out).toContain('FAILED: the file does not prove what it says.');
  });

  it('refuses what is no file, no block and no number with a sentence', async () => {
    const flags = { blocks: [], minimumDifficulty: undefined };
    await expect(verifyProofFile(join(directory, 'absent'), flags)).rejects.toMatchObject({ kind: 'not-found' });
    await expect(verifyProofFile(path, { ...flags, blocks: ['546'] })).rejects.toMatchObject({ kind: 'invalid' });
    expect(() => parseCommand(['verify-proof'])).toThrow('Give the file of one proof.');
    expect(() => parseCommand(['verify-proof', 'a', '--min-difficulty', 'x'])).toThrow('trailmark help verify-proof');
  });

  it('prints nothing that moves a terminal', async () => {
    const report = await verifyProofFile(path, { blocks: [], minimumDifficulty: undefined });
    expect(formatProofReport({ ...report, from: 'a\u001b[2Jb' })).toContain('  from a?[2Jb');
  });

  it('says what the guide says it says', async () => {
    const report = formatProofReport(await verifyProofFile(path, { blocks: [], minimumDifficulty: undefined }));
    const shown = /```text\n([\s\S]*?)```/.exec(GUIDE)?.[1]?.trimEnd().split('\n') ?? [];
    expect(shown.length).toBeGreaterThan(20);
    const withoutVersion = (line: string): string => line.replace(/\([0-9a-f]{16}\)/, '(version)');
    expect(report.split('\n').map(withoutVersion)).toEqual(shown.map(withoutVersion));
  });
});
