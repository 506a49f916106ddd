export interface RouteCall {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export const ADDRESS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
export const OTHER = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';
export const TXID = '0'.repeat(64);
export const ACCOUNT_ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
export const TOKEN = 'x'.repeat(43);
export const PASSWORD = 'correct horse battery staple';
export const chain = 'btc';
export const reason = 'Asked for by the unit';
export const KEY = '00000000-0000-4000-8000-0000000000c1';
export const nothing = { body: {} };
export const always = (call: RouteCall) => () => call;
