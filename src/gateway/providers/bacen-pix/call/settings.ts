import type { Secret } from '../../../../platform/secret.ts';
import { SURPLUS_SETTING } from '../../account-settings.ts';
import { PIX_KEY_KINDS, type PixKeyKind } from '../../charge-provider.ts';
import type { SettingRule } from '../../connector-kind.ts';
import { addressProblem, withoutLastSlash } from '../../http/index.ts';
import type { AccountSettings } from '../../provider.ts';
import type { BankProfile, ProfileSetting } from '../profiles/profile.ts';
import {
  type BankCertificate,
  type CertificateFault,
  type CertificateSettings,
  readCertificate,
} from './certificate.ts';

/** What every call to a bank needs of a merchant's account. */
export interface BankAccess {
  readonly id: string;
  readonly profile: BankProfile;
  readonly clientId: string;
  /** Undefined where the certificate is the secret. */
  readonly clientSecret: Secret | undefined;
  readonly certificate: BankCertificate;
  /** Without a trailing slash. */
  readonly api: string;
  readonly tokenAddress: string;
  readonly own: Readonly<Partial<Record<ProfileSetting, string>>>;
}

/** A merchant's account at a bank, ready for Pix. */
export interface BankAccount extends BankAccess {
  /** The receiver's keys, at least one. */
  readonly keys: Readonly<Partial<Record<PixKeyKind, string>>>;
  /** As it stands in a code that is built here. */
  readonly receiver: { readonly name: string; readonly city: string };
  /** Whether the bank shows its certificate when it tells of a payment; else the secret path is the only lock. */
  readonly noticeLock: 'certificate' | 'path';
}

const VISIBLE = /^[\x21-\x7e]{1,255}$/;
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const EMAIL = /^[^\s@]{1,64}@[^\s@]+$/;
const MAX_EMAIL_KEY = 77;
const DOCUMENT = /^(\d{11}|[0-9A-Z]{12}\d{2})$/;
const PHONE = /^\+[1-9]\d{1,14}$/;
const NAME = /^[^\s].{0,59}$/;

const KEY_SETTINGS: Readonly<Record<PixKeyKind, string>> = {
  RANDOM_KEY: 'randomKey',
  EMAIL: 'emailKey',
  DOCUMENT: 'documentKey',
  PHONE: 'phoneKey',
};

const FAULT_TEXT: Readonly<Record<CertificateFault, readonly [setting: string, text: string]>> = {
  unreadable_certificate: ['certificate', 'não é um certificado em PEM'],
  unreadable_key: ['certificateKey', 'não é uma chave privada em PEM, ou pede outra senha'],
  other_key: ['certificateKey', 'não é a chave desse certificado'],
  unreadable_pfx: ['pfx', 'não é um arquivo .p12/.pfx em base64, ou pede outra senha (pfxPassphrase)'],
  unreadable_authority: ['authority', 'não é um certificado em PEM'],
  incomplete: ['certificate', 'e certificateKey vêm juntos'],
};

/** `--setting NAME=VALUE` of an account at a bank. */
export function bankSettings({ token, settings }: BankProfile): readonly SettingRule[] {
  return [
    text('clientId', 'identificador da aplicação no banco (client id)', { required: true, identifies: true }),
    ...(token.style === 'certificate'
      ? []
      : [text('clientSecret', 'segredo da aplicação (client secret)', { required: true, secret: true })]),
    ...settings.map((name) => text(name, PROFILE_MEANING[name], { required: name === 'appKey' })),
    file('certificate', 'certificado do cliente, em PEM: certificate=@arquivo.pem', 'pem'),
    { ...file('certificateKey', 'chave privada do certificado, em PEM (secreta)', 'pem'), secret: true },
    {
      ...file('pfx', 'certificado e chave em um arquivo .p12 ou .pfx, no lugar dos dois', 'binary'),
      secret: true,
    },
    { ...text('pfxPassphrase', 'senha do .p12/.pfx ou da chave'), secret: true, check: () => undefined },
    file('authority', 'autoridade do banco, em PEM; padrão: as que esta máquina conhece', 'pem'),
    ...keyRules(),
    named('receiverName', 'nome de quem recebe, em QR Codes que o banco não monta; padrão: RECEBEDOR'),
    named('receiverCity', 'cidade de quem recebe, nos mesmos QR Codes; padrão: BRASIL'),
    address('api', 'endereço da API Pix até a versão; padrão: o do banco'),
    address('token', 'endereço do token OAuth; padrão: o do banco'),
    {
      name: 'noticeLock',
      meaning:
        'path (padrão): avisos do banco só pelo caminho secreto; certificate: ele também mostra seu certificado',
      required: false,
      check: (value) =>
        ['path', 'certificate'].includes(value) ? undefined : 'deve ser path ou certificate',
    },
    SURPLUS_SETTING,
  ];
}

/** What is wrong with settings that are good by themselves. */
export function togetherProblem(
  settings: Readonly<Record<string, string>>,
  secretOf: (value: string) => Secret,
) {
  const keys = Object.values(KEY_SETTINGS);
  if (!keys.some((name) => settings[name] !== undefined)) {
    return {
      name: 'randomKey',
      problem: `é obrigatório quando não há outra chave Pix (${keys.slice(1).join(', ')})`,
    };
  }
  const secrets = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, secretOf(value)]),
  );
  const read = readCertificate(certificateIn(secrets));
  if (typeof read !== 'string') return undefined;
  const [name, problem] = FAULT_TEXT[read];
  return { name, problem };
}

interface BankRules {
  readonly profile: BankProfile;
  readonly rules: readonly SettingRule[];
}

/** The account, or what is wrong with its settings, which may be older than their rules. Contains no value. */
export function bankAccount(
  account: AccountSettings,
  bank: BankRules,
  production: boolean,
): BankAccount | string {
  const access = bankAccess(account, bank, production);
  if (typeof access === 'string') return access;
  const textOf = (name: string): string | undefined => account.settings[name]?.reveal();
  const keys = Object.fromEntries(
    PIX_KEY_KINDS.flatMap((kind) => {
      const key = textOf(KEY_SETTINGS[kind]);
      return key === undefined ? [] : [[kind, key]];
    }),
  );
  if (Object.keys(keys).length === 0) return 'the account has no Pix key';
  return {
    ...access,
    keys,
    receiver: { name: textOf('receiverName') ?? '', city: textOf('receiverCity') ?? '' },
    noticeLock: textOf('noticeLock') === 'certificate' ? 'certificate' : 'path',
  };
}

/** The same without what only Pix needs. */
export function bankAccess(
  { accountId, settings }: AccountSettings,
  { profile, rules }: BankRules,
  production: boolean,
): BankAccess | string {
  const textOf = (name: string): string | undefined => settings[name]?.reveal();
  for (const { name, required, check } of rules) {
    const value = textOf(name);
    if (value === undefined && required) return `the setting ${name} is missing`;
    if (value !== undefined && check(value, production) !== undefined) return `the setting ${name} is wrong`;
  }
  const certificate = readCertificate(certificateIn(settings));
  if (typeof certificate === 'string') return `the setting ${FAULT_TEXT[certificate][0]} is wrong`;
  const place = production ? 'production' : 'test';
  return {
    id: accountId,
    profile,
    clientId: textOf('clientId') ?? '',
    clientSecret: settings.clientSecret,
    certificate,
    api: withoutLastSlash(textOf('api') ?? profile.api[place] ?? profile.api.production),
    tokenAddress: textOf('token') ?? profile.token.address[place] ?? profile.token.address.production,
    own: ownOf(textOf),
  };
}

export function certificateIn(settings: Readonly<Record<string, Secret>>): CertificateSettings {
  return {
    certificate: settings.certificate,
    key: settings.certificateKey,
    pfx: settings.pfx,
    passphrase: settings.pfxPassphrase,
    authority: settings.authority,
  };
}

const PROFILE_MEANING: Readonly<Record<ProfileSetting, string>> = {
  appKey: 'chave da aplicação no portal do Banco do Brasil (gw-dev-app-key)',
  checkingAccount: 'número da conta corrente, quando a credencial alcança várias',
};

function ownOf(textOf: (name: string) => string | undefined): BankAccount['own'] {
  const [appKey, checkingAccount] = [textOf('appKey'), textOf('checkingAccount')];
  return {
    ...(appKey === undefined ? {} : { appKey }),
    ...(checkingAccount === undefined ? {} : { checkingAccount }),
  };
}

function keyRules(): readonly SettingRule[] {
  const rule = (
    name: string,
    meaning: string,
    isGood: (value: string) => boolean,
    form: string,
  ): SettingRule => ({
    name,
    meaning,
    required: false,
    check: (value) => (isGood(value) ? undefined : `deve ser ${form}`),
  });
  return [
    rule(
      'randomKey',
      'chave Pix aleatória',
      (value) => GUID.test(value),
      'uma chave aleatória, como a do extrato',
    ),
    rule(
      'emailKey',
      'chave Pix que é um e-mail',
      (value) => value.length <= MAX_EMAIL_KEY && EMAIL.test(value),
      'um e-mail de até 77 caracteres',
    ),
    rule(
      'documentKey',
      'chave Pix que é o CPF ou CNPJ',
      (value) => DOCUMENT.test(value),
      'um CPF ou CNPJ, sem pontuação',
    ),
    rule(
      'phoneKey',
      'chave Pix que é um telefone',
      (value) => PHONE.test(value),
      'um telefone como +5511987654321',
    ),
  ];
}

function text(name: string, meaning: string, more: Partial<SettingRule> = {}): SettingRule {
  return {
    name,
    meaning,
    required: false,
    check: (value) =>
      VISIBLE.test(value) ? undefined : 'deve ter de 1 a 255 caracteres visíveis, sem espaços',
    ...more,
  };
}

function named(name: string, meaning: string): SettingRule {
  return {
    ...text(name, meaning),
    check: (value) => (NAME.test(value) ? undefined : 'deve ter de 1 a 60 caracteres'),
  };
}

function address(name: string, meaning: string): SettingRule {
  return { ...text(name, meaning), check: addressProblem };
}

/** What is in a file is only looked at together with the rest: a key belongs to a certificate. */
function file(name: string, meaning: string, kind: 'pem' | 'binary'): SettingRule {
  return { name, meaning, required: false, file: kind, check: () => undefined };
}
