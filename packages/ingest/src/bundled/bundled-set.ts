import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { BlockSource, FactSource, SourceBlock } from '../source.ts';

/** Raw blocks that are not neighbours: each can be checked separately, except for its link to its parent. */
export interface IsolatedBlockSource {
  readonly description: string;
  /** Ascending heights, one block a batch. */
  blocks(): AsyncIterable<SourceBlock[]>;
}

interface BundledSetCommon {
  readonly id: string;
  readonly title: string;
  /** What it shows, for people. */
  readonly description: string;
  /** What it does not hold or cannot know, one sentence each. */
  readonly limitations: readonly string[];
  /** SPDX identifiers. */
  readonly licence: string;
  readonly chain: 'btc';
}

/** Chain data that comes with this software. `open` throws `internal` when a file is damaged or missing. */
export type BundledSet = BundledSetCommon &
  (
    | { readonly kind: 'blocks'; open(): Promise<BlockSource> }
    | { readonly kind: 'isolated-blocks'; open(): Promise<IsolatedBlockSource> }
    | { readonly kind: 'facts'; open(): Promise<FactSource> }
  );

/** Keeps the literal `kind` of a set. */
export function defineBundledSet<T extends BundledSet>(set: T): T {
  return set;
}

/** A file below `data/`. */
export function bundledFile(path: string): URL {
  return new URL(`../../../../data/${path}`, import.meta.url);
}

/** The unpacked bytes of a gzip file below `data/`. */
export async function readBundledFile(path: string): Promise<Uint8Array> {
  const bytes = await promisify(gunzip)(await readFile(bundledFile(path)));
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}
