import { NO_PIX } from '../account-limits.ts';
import {
  BANK_PROFILES,
  type BankAccess,
  type BankAccount,
  type BankProfile,
  bankAccess,
  bankAccount,
  bankSettings,
} from '../bacen-pix/index.ts';
import type { ChargeConnectorKind, SettingRule } from '../connector-kind.ts';
import { addressProblem } from '../http/index.ts';
import type { AccountSettings } from '../provider.ts';

/** A merchant's account at a bank, ready for slips. */
export interface SlipAccount {
  readonly access: BankAccess;
  /** Where the bank's interface lies, in place of its own address: `https://host`. */
  readonly host: string | undefined;
  readonly isProduction: boolean;
  readonly isHybrid: boolean;
  /** Itaú: agency 4, account 7 and its check digit. */
  readonly beneficiary: string;
  /** Itaú: its product, 3 digits. */
  readonly portfolio: string;
  /** The same account for Pix, through which the other half of a hybrid slip is paid; undefined without a key. */
  readonly pix: BankAccount | undefined;
}

/** Banks with slips, and the setting that turns them on. */
const TURNED_ON_BY: ReadonlyMap<string, string> = new Map([
  ['ITAU', 'beneficiary'],
  ['C6BANK', 'slipProduct'],
]);
export const SLIP_PROVIDERS: readonly string[] = [...TURNED_ON_BY.keys()];

const PORTFOLIO = '109';
const KEY = 'randomKey';
const PIX_KEYS = [KEY, 'emailKey', 'documentKey', 'phoneKey'] as const;

/** Settings that an account for slips has besides those for Pix. */
function slipSettings(provider: string): readonly SettingRule[] {
  const itau = [
    rule(
      'beneficiary',
      'boletos: agência (4), conta (7) e dígito, só números: liga os boletos da conta',
      /^\d{12}$/,
      'ter 12 números',
    ),
    rule('portfolio', `boletos: carteira; padrão: ${PORTFOLIO}`, /^\d{3}$/, 'ter 3 números'),
  ];
  return [
    ...(provider === 'ITAU' ? itau : []),
    rule(
      'slipProduct',
      provider === 'C6BANK'
        ? 'boletos: hybrid (com Pix no boleto) ou plain: liga os boletos da conta'
        : 'boletos: hybrid (padrão, com Pix no boleto) ou plain',
      /^(hybrid|plain)$/,
      'ser hybrid ou plain',
    ),
    {
      name: 'slips',
      meaning: 'boletos: endereço da API, sem caminho; padrão: o do banco',
      required: false,
      check: addressProblem,
    },
  ];
}

/** A bank's account with slips too: where it has them, it needs no key for Pix. */
export function withSlips(kind: ChargeConnectorKind): ChargeConnectorKind {
  if (!SLIP_PROVIDERS.includes(kind.provider)) return kind;
  return {
    ...kind,
    settings: [...kind.settings, ...slipSettings(kind.provider)],
    limits: (settings) => (isForSlipsAlone(kind.provider, settings) ? NO_PIX : kind.limits?.(settings)),
    togetherProblem: (settings) => {
      const found = kind.togetherProblem?.(settings);
      if (found?.name === KEY && isForSlips(kind.provider, settings)) {
        return settings.slipProduct === 'plain' ? undefined : found;
      }
      return found;
    },
  };
}

/** Whether slips are registered through an account of this bank: one setting turns them on. */
export function isForSlips(provider: string, settings: Readonly<Record<string, unknown>>): boolean {
  const name = TURNED_ON_BY.get(provider);
  return name !== undefined && settings[name] !== undefined;
}

/** An account for plain slips alone has no key for Pix: nothing of Pix is asked with it, and nobody pays one there. */
export function isForSlipsAlone(provider: string, settings: Readonly<Record<string, unknown>>): boolean {
  return isForSlips(provider, settings) && PIX_KEYS.every((name) => settings[name] === undefined);
}

/** The account, or what is wrong with its settings. Contains no value. */
export function slipAccount(
  provider: string,
  settings: AccountSettings,
  production: boolean,
): SlipAccount | string {
  const profile = profileOf(provider);
  const bank = { profile: { ...profile, errors: errorsOf(profile) }, rules: bankSettings(profile) };
  const access = bankAccess(settings, bank, production);
  if (typeof access === 'string') return access;
  const textOf = (name: string): string | undefined => settings.settings[name]?.reveal();
  for (const { name, check } of slipSettings(provider)) {
    const value = textOf(name);
    if (value !== undefined && check(value, production) !== undefined) return `the setting ${name} is wrong`;
  }
  const beneficiary = textOf('beneficiary') ?? '';
  if (provider === 'ITAU' && beneficiary === '') return 'the setting beneficiary is missing';
  const pix = bankAccount(settings, { profile, rules: bank.rules }, production);
  const isHybrid = textOf('slipProduct') !== 'plain';
  if (isHybrid && typeof pix === 'string') return pix;
  return {
    access,
    host: textOf('slips')?.replace(/\/$/, ''),
    isProduction: production,
    isHybrid,
    beneficiary,
    portfolio: textOf('portfolio') ?? PORTFOLIO,
    pix: typeof pix === 'string' ? undefined : pix,
  };
}

/** The account as it reaches one of the bank's interfaces. */
export function accessAt({ access, host }: SlipAccount, address: string): BankAccess {
  const { pathname } = new URL(address);
  const path = pathname === '/' ? '' : pathname;
  return { ...access, api: host === undefined ? address : `${host}${path}` };
}

/** Slips have no versions by resource; Itaú says what is wrong with them in a form of its own. */
function errorsOf({ provider, errors }: BankProfile): BankProfile['errors'] {
  return provider === 'ITAU' ? ['itau', ...errors] : errors;
}

function profileOf(provider: string): BankProfile {
  const profile = BANK_PROFILES.find((one) => one.provider === provider);
  if (!profile) throw new Error(`no profile of ${provider}`);
  return profile;
}

function rule(name: string, meaning: string, form: RegExp, text: string): SettingRule {
  return {
    name,
    meaning,
    required: false,
    check: (value) => (form.test(value) ? undefined : `deve ${text}`),
  };
}
