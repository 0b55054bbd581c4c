import type { Secret } from '../../../../platform/secret.ts';
import { ISSUER_INSTALLMENTS } from '../../account-settings.ts';
import type { SettingRule } from '../../connector-kind.ts';
import { addressProblem, withoutLastSlash } from '../../http/index.ts';
import type { AccountSettings } from '../../provider.ts';
import { MAX_SOFT_DESCRIPTOR } from '../capabilities.ts';
import { apiBase, defaultApi, defaultCardsAddress, defaultTokenAddress } from './addresses.ts';

/** A merchant's account at Rede, ready for calls. */
export interface RedeAccount {
  readonly id: string;
  readonly pv: string;
  readonly key: Secret;
  /**
   * Base address of all calls, with the version and without a trailing slash: `https://api.userede.com.br/erede/v2`.
   */
  readonly api: string;
  readonly tokenAddress: string;
  /** Base of the token service, which keeps cards. */
  readonly cardsAddress: string;
  readonly auth: 'oauth' | 'basic';
  /** Whether the merchant's own soft descriptor is sent: code 63 where Rede has not enabled it. */
  readonly softDescriptor: boolean;
  /** Its longest text, with and without 3-D Secure; undefined: what Rede takes of each. */
  readonly softDescriptorMax: number | undefined;
  /** How Rede writes three hours west of Greenwich: 3 or −3. */
  readonly timeZoneOffset: 'west' | 'east';
}

const PV = /^[1-9]\d{0,14}$/;
const KEY = /^[\x21-\x7e]{1,255}$/;

/** `--setting NAME=VALUE` of an account (docs/contract/acquirers.md A.1; J for what is unverified). */
export const redeSettings: readonly SettingRule[] = [
  {
    name: 'pv',
    meaning: 'número de filiação (PV), sem zeros à esquerda',
    required: true,
    identifies: true,
    check: (value) =>
      PV.test(value) ? undefined : 'deve ter só algarismos (até 15), sem zeros à esquerda nem pontuação',
  },
  {
    name: 'key',
    meaning: 'chave de integração (secreta)',
    required: true,
    secret: true,
    check: (value) => (KEY.test(value) ? undefined : 'deve ter de 1 a 255 caracteres visíveis, sem espaços'),
  },
  {
    name: 'api',
    meaning: 'endereço da API até a versão; padrão: o da Rede (em sandbox, o da sandbox da Rede)',
    required: false,
    check: addressProblem,
  },
  {
    name: 'token',
    meaning: 'endereço do token OAuth; padrão: o da Rede (em sandbox, o da sandbox da Rede)',
    required: false,
    check: addressProblem,
  },
  {
    name: 'cards',
    meaning:
      'endereço do serviço de cartões salvos (token-service); padrão: o da Rede (em sandbox, o da sandbox da Rede)',
    required: false,
    check: addressProblem,
  },
  oneOf('auth', 'oauth (padrão, API v2) ou basic (API v1, encerrada pela Rede)', ['oauth', 'basic']),
  oneOf('softDescriptor', 'off se a Rede não habilitou o nome na fatura (código 63); padrão: on', [
    'on',
    'off',
  ]),
  {
    name: 'softDescriptorMax',
    meaning:
      'letras do nome na fatura, de 1 a 18; padrão: 18, e 13 com 3-D Secure, em que ele vai sempre sem espaços',
    required: false,
    check: (value) =>
      /^[1-9]\d?$/.test(value) && Number(value) <= MAX_SOFT_DESCRIPTOR
        ? undefined
        : `deve ser um número de 1 a ${MAX_SOFT_DESCRIPTOR}`,
  },
  oneOf(
    ISSUER_INSTALLMENTS,
    'refuse (padrão): parcelamento pelo emissor (interestType 4) é recusado; store: é vendido como o da loja',
    ['refuse', 'store'],
  ),
  oneOf('statement', 'on: lê o extrato da Rede todo dia, para conferir o que foi pago; padrão: off', [
    'on',
    'off',
  ]),
  {
    name: 'statementApi',
    meaning: 'endereço do extrato; padrão: o da Rede (em sandbox, o da sandbox da Rede)',
    required: false,
    check: addressProblem,
  },
  {
    name: 'statementTokenPath',
    meaning: 'caminho do token do extrato, a partir do endereço dele; padrão: /oauth/token',
    required: false,
    check: (value) =>
      /^(\/[\w.-]+){1,6}$/.test(value) ? undefined : 'deve ser um caminho, como /oauth/token',
  },
  {
    name: 'statementUser',
    meaning: 'usuário do portal da Rede para o extrato; sem ele valem pv e key',
    required: false,
    check: (value) => (KEY.test(value) ? undefined : 'deve ter de 1 a 255 caracteres visíveis, sem espaços'),
  },
  {
    name: 'statementPassword',
    meaning: 'senha desse usuário (secreta)',
    required: false,
    secret: true,
    check: (value) => (KEY.test(value) ? undefined : 'deve ter de 1 a 255 caracteres visíveis, sem espaços'),
  },
  oneOf('timeZoneOffset', 'west (padrão): Brasília vai como 3 no 3-D Secure; east: como -3', [
    'west',
    'east',
  ]),
];

/** The account, or what is wrong with its settings, which may be older than their rules. Contains no value. */
export function redeAccount(settings: AccountSettings, production: boolean): RedeAccount | string {
  const text = (name: string): string | undefined => settings.settings[name]?.reveal();
  for (const { name, required, check } of redeSettings) {
    const value = text(name);
    if (value === undefined && required) return `the setting ${name} is missing`;
    if (value !== undefined && check(value, production) !== undefined) return `the setting ${name} is wrong`;
  }
  const { pv, key } = settings.settings;
  if (!pv || !key) return 'the settings pv and key are missing';
  const auth = text('auth') === 'basic' ? 'basic' : 'oauth';
  return {
    id: settings.accountId,
    pv: pv.reveal(),
    key,
    api: apiBase(text('api') ?? defaultApi(production, auth)),
    tokenAddress: text('token') ?? defaultTokenAddress(production),
    cardsAddress: withoutLastSlash(text('cards') ?? defaultCardsAddress(production)),
    auth,
    softDescriptor: text('softDescriptor') !== 'off',
    softDescriptorMax: numberIn(text('softDescriptorMax')),
    timeZoneOffset: text('timeZoneOffset') === 'east' ? 'east' : 'west',
  };
}

function numberIn(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function oneOf(name: string, meaning: string, choices: readonly string[]): SettingRule {
  return {
    name,
    meaning,
    required: false,
    check: (value) => (choices.includes(value) ? undefined : `deve ser ${choices.join(' ou ')}`),
  };
}
