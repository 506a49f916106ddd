/** Addresses that the bundled packs name. */
export const LABELLED = {
  /** Published by an exchange; the bundled block 832,918 holds payments to it. */
  exchange: 'bc1qm34lsc65zpw79lxes69zkqmk6ee3ewf0j77s3h',
  /** A transaction of that block which spends from it and pays it. */
  txid: '96d54f3570907de63f9d7be70da1c7bab436ff3959674a54caed4e9f76893ec1',
  /** On the OFAC SDN list since 28 November 2018. */
  sanctioned: '149w62rY42aZBox8fGcmqNsXUzSStKeq8C',
} as const;

/** Two addresses that signed inputs of one transaction of the bundled block 333,961, whose raw bytes are stored. */
export const PAIR = {
  a: '1mAsZjCiPRMCuiTNHBWkiBWyibgDfq6SB',
  b: '177hGpo1hPRoykrjPDEDgDicEZNKsWDMp',
  txid: '22b22adb6095a1b8f125f16f080f01d2b53e66d0cc1664c6a97c69ecb7f24dbd',
} as const;
