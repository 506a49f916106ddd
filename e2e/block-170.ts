/** Block 170 and who took part in it: in the bundled data, known to everybody. */
export const BLOCK_170 = {
  height: 170,
  hash: '00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f8dd4a2ee',
  txid: 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16',
  sender: '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S',
  recipient: '1Q2TWHE3GMdB6BZKafqwxXtWAWgFt5Jvm3',
} as const;

/** An address with 180 transactions between heights 100,000 and 102,999, where times are estimates. */
export const MID_CHAIN_ADDRESS = '13SecR7EGTXQ4LHGWvYhbAEUbMnFpyMWHG';
