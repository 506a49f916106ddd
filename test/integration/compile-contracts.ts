import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Abi, Hex } from 'viem';

/** A contract as the compiler gives it. */
export interface CompiledContract {
  readonly abi: Abi;
  readonly bytecode: Hex;
  /** The code at its address after its creation, for a node that is to put it there. */
  readonly deployedBytecode: Hex;
}

interface CompilerOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly abi: Abi;
            readonly evm: {
              readonly bytecode: { readonly object: string };
              readonly deployedBytecode: { readonly object: string };
            };
          }
        >
      >
    >
  >;
}

/** Compiles a file of `contracts/`; its contracts by name. */
export function compileContracts(file: string): Readonly<Record<string, CompiledContract>> {
  const require = createRequire(import.meta.url);
  const solc = require('solc') as { compile(input: string): string };
  const content = readFileSync(new URL(`contracts/${file}`, import.meta.url), 'utf8');
  const settings = {
    optimizer: { enabled: true, runs: 200 },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
  };
  const input = { language: 'Solidity', sources: { [file]: { content } }, settings };
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as CompilerOutput;
  const faults = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (faults.length > 0) throw new Error(faults.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return Object.fromEntries(
    Object.entries(output.contracts[file] ?? {}).map(([name, { abi, evm }]) => [
      name,
      {
        abi,
        bytecode: `0x${evm.bytecode.object}`,
        deployedBytecode: `0x${evm.deployedBytecode.object}`,
      } satisfies CompiledContract,
    ]),
  );
}
