/** Scopes of the calls that this host serves. */
export const SCOPES = [
  'cob.write',
  'cob.read',
  'cobv.write',
  'cobv.read',
  'pix.write',
  'pix.read',
  'webhook.write',
  'webhook.read',
  'payloadlocation.write',
  'payloadlocation.read',
] as const;
export type Scope = (typeof SCOPES)[number];

/** A shop with an account at the simulated bank. */
export interface BankClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** CNPJ of the receiver: a txid is unique for it, for ever. */
  readonly document: string;
  /** As the payer sees it. */
  readonly name: string;
  readonly city: string;
  readonly keys: Readonly<Record<'RANDOM_KEY' | 'EMAIL' | 'DOCUMENT' | 'PHONE', string>>;
  /** Which of them the bank grants; all when absent. */
  readonly scopes?: readonly Scope[];
  /** Banco do Brasil's key of the application. */
  readonly appKey: string;
  /** Number of the account, which Inter wants in a header. */
  readonly account: string;
}

export const DEMO_CLIENT: BankClient = {
  clientId: 'loja-de-teste',
  clientSecret: 'segredo-da-loja-de-teste-0001',
  document: '11222333000181',
  name: 'LOJA DE TESTE',
  city: 'SAO PAULO',
  keys: {
    RANDOM_KEY: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
    EMAIL: 'pix@loja.test',
    DOCUMENT: '11222333000181',
    PHONE: '+5511987654321',
  },
  appKey: 'app-da-loja-de-teste-0001',
  account: '123456789',
};

/** Another customer of the same bank, with keys of his own. */
export const OTHER_CLIENT: BankClient = {
  clientId: 'outra-loja',
  clientSecret: 'segredo-da-outra-loja-0002',
  document: '11444777000161',
  name: 'OUTRA LOJA',
  city: 'RECIFE',
  keys: {
    RANDOM_KEY: '5a1b2c3d-0000-4000-8000-000000000002',
    EMAIL: 'pix@outra.test',
    DOCUMENT: '11444777000161',
    PHONE: '+5581912345678',
  },
  appKey: 'app-da-outra-loja-0002',
  account: '987654321',
};

export function ownsKey({ keys }: BankClient, key: string): boolean {
  return Object.values(keys).includes(key);
}
