export type OnDemandKind = 'blockscout' | 'electrum' | 'esplora' | 'etherscan' | 'trongrid';

/** Where the key of a source goes. It is added where the request leaves, and is nowhere else. */
export type KeyPlace =
  | { readonly in: 'query'; readonly name: string }
  | { readonly in: 'header'; readonly name: string; readonly prefix: string };

/** What is stated about every source. */
export interface SourceDescription {
  readonly id: string;
  readonly kind: OnDemandKind;
  readonly name: string;
  /** The usual place; empty where each agency names its own. */
  readonly endpoint: string;
  readonly needsKey: boolean;
  readonly keyPlace: KeyPlace;
  readonly reveals: string;
  readonly covers: string;
}
