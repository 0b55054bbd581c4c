import type { BankProfile } from './profile.ts';

const FORM = { style: 'basic', body: 'form', scopes: false } as const;

/** As the Banco Central's document has it. */
const STANDARD = {
  versions: { charge: '', rest: '' },
  headers: {},
  query: {},
  errors: ['problem'],
  qrcode: false,
  settings: [],
  unlockNotices: undefined,
} as const;

/** The banks of this version. None of them was run against the real host yet (docs/pix-banks.md). */
export const BANK_PROFILES: readonly BankProfile[] = [
  {
    ...STANDARD,
    provider: 'ITAU',
    name: 'Itaú',
    token: { ...FORM, style: 'body', address: { production: 'https://sts.itau.com.br/api/oauth/token' } },
    api: { production: 'https://secure.api.itau/pix_recebimentos/v2' },
    headers: { 'x-itau-apikey': 'client_id', 'x-itau-correlationID': 'guid', 'x-itau-flowID': 'guid' },
    qrcode: true,
  },
  {
    ...STANDARD,
    provider: 'C6BANK',
    name: 'C6 Bank',
    token: {
      ...FORM,
      style: 'body',
      address: {
        production: 'https://baas-api.c6bank.info/v1/auth',
        test: 'https://baas-api-sandbox.c6bank.info/v1/auth',
      },
    },
    api: {
      production: 'https://baas-api.c6bank.info/v2/pix',
      test: 'https://baas-api-sandbox.c6bank.info/v2/pix',
    },
  },
  {
    ...STANDARD,
    provider: 'BB',
    name: 'Banco do Brasil',
    token: {
      ...FORM,
      scopes: true,
      address: {
        production: 'https://oauth.bb.com.br/oauth/token',
        test: 'https://oauth.hm.bb.com.br/oauth/token',
      },
    },
    api: { production: 'https://api-pix.bb.com.br/pix/v2', test: 'https://api-pix.hm.bb.com.br/pix/v2' },
    query: { 'gw-dev-app-key': 'appKey' },
    errors: ['problem', 'bb'],
    settings: ['appKey'],
  },
  {
    ...STANDARD,
    provider: 'BRADESCO',
    name: 'Bradesco',
    token: {
      ...FORM,
      address: {
        production: 'https://qrpix.bradesco.com.br/auth/server/oauth/token',
        test: 'https://qrpix-h.bradesco.com.br/auth/server/oauth/token',
      },
    },
    api: { production: 'https://qrpix.bradesco.com.br/v2', test: 'https://qrpix-h.bradesco.com.br/v2' },
  },
  {
    ...STANDARD,
    provider: 'INTER',
    name: 'Inter',
    token: {
      ...FORM,
      style: 'body',
      scopes: true,
      address: { production: 'https://cdpj.partners.bancointer.com.br/oauth/v2/token' },
    },
    api: { production: 'https://cdpj.partners.bancointer.com.br/pix/v2' },
    headers: { 'x-conta-corrente': 'checkingAccount' },
    qrcode: true,
    settings: ['checkingAccount'],
  },
  {
    ...STANDARD,
    provider: 'SICREDI',
    name: 'Sicredi',
    token: { ...FORM, address: { production: 'https://api-pix.sicredi.com.br/oauth/token' } },
    api: { production: 'https://api-pix.sicredi.com.br/api' },
    versions: { charge: '/v3', rest: '/v2' },
  },
  {
    ...STANDARD,
    provider: 'SICOOB',
    name: 'Sicoob',
    token: {
      ...FORM,
      style: 'certificate',
      scopes: true,
      address: {
        production: 'https://auth.sicoob.com.br/auth/realms/cooperado/protocol/openid-connect/token',
      },
    },
    api: { production: 'https://api.sicoob.com.br/pix/api/v2' },
    headers: { client_id: 'client_id' },
  },
  {
    ...STANDARD,
    provider: 'EFI',
    name: 'Efí',
    token: {
      ...FORM,
      body: 'json',
      address: {
        production: 'https://pix.api.efipay.com.br/oauth/token',
        test: 'https://pix-h.api.efipay.com.br/oauth/token',
      },
    },
    api: { production: 'https://pix.api.efipay.com.br/v2', test: 'https://pix-h.api.efipay.com.br/v2' },
    errors: ['problem', 'efi'],
    unlockNotices: ['x-skip-mtls-checking', 'true'],
  },
];

/** What this service does at a bank. */
export const SCOPES = 'cob.write cob.read pix.write pix.read webhook.write webhook.read';
