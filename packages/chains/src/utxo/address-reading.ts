import type { Owner } from '@trailmark/core/owner';

/** What a text says as an address of one chain: its owner, or the reason why it is none ("the checksum fails"). */
export type AddressReading = { readonly owner: Owner } | { readonly fault: string };
