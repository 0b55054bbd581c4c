import type { Secret } from '../../../../platform/secret.ts';
import type { AccountLimits } from '../../account-limits.ts';
import { ISSUER_INSTALLMENTS, SURPLUS_SETTING } from '../../account-settings.ts';
import type { SettingRule } from '../../connector-kind.ts';
import { addressProblem, withoutLastSlash } from '../../http/index.ts';
import type { AccountSettings } from '../../provider.ts';

/** A merchant's account at Cielo, ready for calls. */
export interface CieloAccount {
  readonly id: string;
  readonly merchantId: string;
  readonly merchantKey: Secret;
  /** Where sales are made, and where queries are answered; without a trailing slash. */
  readonly baseUrl: string;
  readonly queryUrl: string;
  readonly softDescriptor: boolean;
  /** What becomes of installments at the issuer's interest. */
  readonly issuerInstallments: 'issuer' | 'store' | 'refuse';
  readonly zeroAuth: boolean;
  /** Whether it takes Pix. */
  readonly pix: boolean;
}

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const KEY = /^[\x21-\x7e]{40}$/;

const ADDRESSES = {
  production: {
    baseUrl: 'https://api.cieloecommerce.cielo.com.br',
    queryUrl: 'https://apiquery.cieloecommerce.cielo.com.br',
  },
  sandbox: {
    baseUrl: 'https://apisandbox.cieloecommerce.cielo.com.br',
    queryUrl: 'https://apiquerysandbox.cieloecommerce.cielo.com.br',
  },
} as const;

/** `--setting NAME=VALUE` of an account. */
export const cieloSettings: readonly SettingRule[] = [
  {
    name: 'merchantId',
    meaning: 'MerchantId da loja na API E-commerce (um GUID)',
    required: true,
    identifies: true,
    check: (value) =>
      GUID.test(value) ? undefined : 'deve ser um GUID: 8-4-4-4-12 algarismos e letras de a até f',
  },
  {
    name: 'merchantKey',
    meaning: 'MerchantKey da loja (secreta)',
    required: true,
    secret: true,
    check: (value) => (KEY.test(value) ? undefined : 'deve ter 40 caracteres visíveis, sem espaços'),
  },
  {
    name: 'baseUrl',
    meaning: 'endereço das vendas; padrão: o da Cielo (em sandbox, o da sandbox da Cielo)',
    required: false,
    check: addressProblem,
  },
  {
    name: 'queryUrl',
    meaning: 'endereço das consultas; padrão: o da Cielo (em sandbox, o da sandbox da Cielo)',
    required: false,
    check: addressProblem,
  },
  oneOf('softDescriptor', 'off se a Cielo não habilitou o nome na fatura; padrão: on', ['on', 'off']),
  oneOf(
    ISSUER_INSTALLMENTS,
    'issuer (padrão): interestType 4 é parcelado pelo emissor; store: é vendido como o da loja; refuse: é recusado',
    ['issuer', 'store', 'refuse'],
  ),
  oneOf('zeroAuth', 'off se a loja não contratou o Zero Auth; padrão: on', ['on', 'off']),
  oneOf(
    'threeDs',
    'external (padrão): aceita a prova de uma autenticação 3-D Secure feita pela loja; none: não aceita',
    ['external', 'none'],
  ),
  oneOf('debit', 'off se a loja não contratou o débito; padrão: on, com a prova da autenticação', [
    'on',
    'off',
  ]),
  oneOf('pix', 'on se a loja recebe Pix por esta conta da Cielo; padrão: off', ['on', 'off']),
  SURPLUS_SETTING,
];

/** What an account does not sell, and whether it takes Pix. Undefined: all of Cielo's cards, and no Pix. */
export function cieloLimits({
  threeDs,
  debit,
  pix,
}: Readonly<Record<string, string>>): AccountLimits | undefined {
  const takesPix = pix === 'on';
  if (threeDs !== 'none' && debit !== 'off' && !takesPix) return undefined;
  // Cielo takes debit only with proof.
  return {
    proof: threeDs !== 'none',
    debit: threeDs !== 'none' && debit !== 'off',
    ...(takesPix && { pix: true }),
  };
}

/** The account, or what is wrong with its settings, which may be older than their rules. Contains no value. */
export function cieloAccount(settings: AccountSettings, production: boolean): CieloAccount | string {
  const text = (name: string): string | undefined => settings.settings[name]?.reveal();
  for (const { name, required, check } of cieloSettings) {
    const value = text(name);
    if (value === undefined && required) return `the setting ${name} is missing`;
    if (value !== undefined && check(value, production) !== undefined) return `the setting ${name} is wrong`;
  }
  const { merchantId, merchantKey } = settings.settings;
  if (!merchantId || !merchantKey) return 'the settings merchantId and merchantKey are missing';
  const defaults = ADDRESSES[production ? 'production' : 'sandbox'];
  const plan = text(ISSUER_INSTALLMENTS);
  return {
    id: settings.accountId,
    merchantId: merchantId.reveal(),
    merchantKey,
    baseUrl: withoutLastSlash(text('baseUrl') ?? defaults.baseUrl),
    queryUrl: withoutLastSlash(text('queryUrl') ?? defaults.queryUrl),
    softDescriptor: text('softDescriptor') !== 'off',
    issuerInstallments: plan === 'store' || plan === 'refuse' ? plan : 'issuer',
    zeroAuth: text('zeroAuth') !== 'off',
    pix: text('pix') === 'on',
  };
}

function oneOf(name: string, meaning: string, choices: readonly string[]): SettingRule {
  return {
    name,
    meaning,
    required: false,
    check: (value) => (choices.includes(value) ? undefined : `deve ser ${choices.join(' ou ')}`),
  };
}
