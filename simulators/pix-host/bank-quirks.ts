/** Banks whose ways the host can take on. */
export const BANK_NAMES = ['ITAU', 'C6BANK', 'BB', 'BRADESCO', 'INTER', 'SICREDI', 'SICOOB', 'EFI'] as const;
export type BankName = (typeof BANK_NAMES)[number];

/** In what a bank differs from the Banco Central's document, or fills in what that leaves open. */
export interface BankQuirks {
  readonly token: {
    readonly path: string;
    /** How the client shows who it is: Basic, in the body, either, or by its certificate and its id alone. */
    readonly credentials: 'basic' | 'body' | 'either' | 'certificate';
    readonly body: 'form' | 'json';
    readonly scope: 'required' | 'optional';
    readonly lifeSeconds: number;
  };
  /** Path before `/cob/{txid}`, and before everything else. */
  readonly base: { readonly charge: string; readonly rest: string };
  /** Headers that each call must have, and what they must be. */
  readonly headers: Readonly<Record<string, 'client_id' | 'account' | 'guid' | 'anything'>>;
  /** Whether each call must have the application's key in its query. */
  readonly appKeyInQuery: boolean;
  /** 200 where others answer 201. */
  readonly createdStatus: 200 | 201;
  /** For a request whose members are wrong. */
  readonly invalidStatus: 400 | 422;
  readonly errors: 'standard' | 'c6' | 'bb' | 'efi';
  /** Whether answers hold `pixCopiaECola`. */
  readonly copyAndPaste: boolean;
  /** `GET /cob/{txid}/qrcode`, and where its members stand. */
  readonly qrcode: 'flat' | 'in_value' | 'none';
  /** Whether a received Pix tells who paid it, which the document does not ask for. */
  readonly tellsPayer: boolean;
  /** Refuses `Accept: application/json` where the answer has no body. */
  readonly refusesJsonOfNothing: boolean;
  /** Refuses the debtor's e-mail address in an immediate charge. */
  readonly refusesEmail: boolean;
  /** Calls a notice address when it is registered: without a certificate, which must fail, and with one. */
  readonly testsNotices: boolean;
  /** In whose words it registers slips, if it does. */
  readonly slips: 'itau' | 'c6' | 'none';
}

const STANDARD: BankQuirks = {
  token: { path: '/oauth/token', credentials: 'either', body: 'form', scope: 'optional', lifeSeconds: 300 },
  base: { charge: '/v2', rest: '/v2' },
  headers: {},
  appKeyInQuery: false,
  createdStatus: 201,
  invalidStatus: 400,
  errors: 'standard',
  copyAndPaste: true,
  qrcode: 'none',
  tellsPayer: false,
  refusesJsonOfNothing: false,
  refusesEmail: false,
  testsNotices: false,
  slips: 'none',
};

/** What is told of each bank (docs/pix-host.md). */
export const BANK_QUIRKS: Readonly<Record<BankName | 'STANDARD', BankQuirks>> = {
  STANDARD,
  ITAU: {
    ...STANDARD,
    token: { ...STANDARD.token, path: '/api/oauth/token', credentials: 'body' },
    base: { charge: '/pix_recebimentos/v2', rest: '/pix_recebimentos/v2' },
    headers: { 'x-itau-apikey': 'client_id', 'x-itau-correlationid': 'guid', 'x-itau-flowid': 'anything' },
    copyAndPaste: false,
    qrcode: 'in_value',
    slips: 'itau',
  },
  C6BANK: {
    ...STANDARD,
    token: { ...STANDARD.token, path: '/v1/auth' },
    base: { charge: '/v2/pix', rest: '/v2/pix' },
    createdStatus: 200,
    invalidStatus: 422,
    errors: 'c6',
    refusesJsonOfNothing: true,
    refusesEmail: true,
    slips: 'c6',
  },
  BB: {
    ...STANDARD,
    token: { ...STANDARD.token, credentials: 'basic', scope: 'required' },
    base: { charge: '/pix/v2', rest: '/pix/v2' },
    appKeyInQuery: true,
    errors: 'bb',
  },
  BRADESCO: {
    ...STANDARD,
    token: { ...STANDARD.token, path: '/auth/server/oauth/token', credentials: 'basic' },
    createdStatus: 200,
  },
  INTER: {
    ...STANDARD,
    token: { ...STANDARD.token, path: '/oauth/v2/token', credentials: 'body', scope: 'required' },
    base: { charge: '/pix/v2', rest: '/pix/v2' },
    headers: { 'x-conta-corrente': 'account' },
    qrcode: 'flat',
    tellsPayer: true,
  },
  SICREDI: {
    ...STANDARD,
    token: { ...STANDARD.token, credentials: 'basic' },
    base: { charge: '/api/v3', rest: '/api/v2' },
  },
  SICOOB: {
    ...STANDARD,
    token: {
      ...STANDARD.token,
      path: '/auth/realms/cooperado/protocol/openid-connect/token',
      credentials: 'certificate',
      scope: 'required',
    },
    base: { charge: '/pix/api/v2', rest: '/pix/api/v2' },
    headers: { client_id: 'client_id' },
  },
  EFI: {
    ...STANDARD,
    token: { ...STANDARD.token, credentials: 'basic', body: 'json', lifeSeconds: 3_600 },
    errors: 'efi',
    testsNotices: true,
  },
};
