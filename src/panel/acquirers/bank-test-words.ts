import {
  type RegisterDependencies,
  type RegisteredNotices,
  registerNoticeAddress,
} from '../../gateway/kinds/pix/index.ts';
import { reasonText } from '../../gateway/payments/index.ts';
import {
  type AccountSettings,
  type BankTestResult,
  type ChargeProvider,
  connectorKindOf,
  testBank,
} from '../../gateway/providers/index.ts';
import { counted } from '../../platform/text/number-text.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { AccountTest, TestStep } from './schema.ts';

const DAY_MS = 86_400_000;
/** From here on everybody is told that a certificate ends. */
const CERTIFICATE_WARNING_DAYS = 30;

export interface BankTestDependencies extends RegisterDependencies {
  readonly clock: Clock;
}

/** Days that an account's certificate still lasts, negative once it ended; undefined where it has none. */
type DaysLeft = number | undefined;

/** All that a test of an account at a bank finds out. */
export interface TestedBank extends BankTestResult {
  readonly daysLeft: DaysLeft;
  /** Undefined where the account does not work. */
  readonly notices: RegisteredNotices | undefined;
}

/** What the bank says of an account, and how long its certificate lasts. Registers where the bank tells payments. */
export async function testedBank(
  { clock, ...dependencies }: BankTestDependencies,
  bank: ChargeProvider,
  account: AccountSettings,
): Promise<TestedBank> {
  const ends = connectorKindOf(bank.provider)?.certificateEnds?.(account);
  const daysLeft = ends === undefined ? undefined : Math.floor((ends - clock.now()) / DAY_MS);
  const tested = await testBank(bank, account, clock.now());
  const notices = tested.health.healthy
    ? await registerNoticeAddress(dependencies, bank, account)
    : undefined;
  return { ...tested, daysLeft, notices };
}

/** The test of an account at a bank, in Portuguese. */
export function bankTestWords({ health, charge, notices, daysLeft }: TestedBank): AccountTest {
  const certificate = certificateWords(daysLeft);
  if (!health.healthy) {
    const reason = health.reason === undefined ? 'sem motivo' : reasonText(health.reason);
    return {
      health: {
        result: 'bad',
        text: `O banco não aceitou a conta ou não respondeu (${reason}). Confira os ajustes, o certificado e o endereço.`,
      },
      certificate,
      charge: SKIPPED,
      notices: SKIPPED,
    };
  }
  return {
    health: { result: 'good', text: 'O banco responde e aceita a conta.' },
    certificate,
    charge: chargeWords(charge),
    notices: notices ? noticeWords(notices) : SKIPPED,
  };
}

const SKIPPED: TestStep = { result: 'skipped', text: 'Não testado, porque a conta não foi aceita.' };

function certificateWords(daysLeft: DaysLeft): TestStep {
  if (daysLeft === undefined) return { result: 'skipped', text: 'A conta não tem certificado.' };
  if (daysLeft < 0)
    return { result: 'bad', text: 'O certificado venceu: peça outro ao banco e troque-o aqui.' };
  const text = `O certificado vale por mais ${counted(daysLeft, 'dia')}.`;
  return daysLeft < CERTIFICATE_WARNING_DAYS
    ? { result: 'bad', text: `${text} Peça outro ao banco já e troque-o aqui.` }
    : { result: 'good', text };
}

function chargeWords(charge: BankTestResult['charge']): TestStep {
  if (!charge) return SKIPPED;
  if (charge.made === 'not needed')
    return { result: 'skipped', text: 'A conta emite só boletos: nenhum foi registrado como teste.' };
  if (!charge.made) {
    return { result: 'bad', text: `A cobrança de teste não foi criada: ${reasonText(charge.reason)}.` };
  }
  return charge.removed
    ? { result: 'good', text: 'Uma cobrança de R$ 0,01 foi criada e removida: a conta pode vender.' }
    : { result: 'bad', text: 'Uma cobrança de R$ 0,01 foi criada, e o banco não confirmou que a removeu.' };
}

/** Of an account at an acquirer that takes Pix too: a Pix of one centavo is made and removed. Nothing of other accounts. */
export async function pixTestWords(
  acquirer: ChargeProvider | undefined,
  account: AccountSettings,
  now: number,
): Promise<Pick<AccountTest, 'charge'>> {
  if (!acquirer || account.settings.pix?.reveal() !== 'on') return {};
  const { charge } = await testBank(acquirer, account, now);
  return { charge: chargeWords(charge) };
}

/** Whether the bank tells payments to this service, in Portuguese. */
export function noticeWords({ reason, told }: RegisteredNotices): TestStep {
  if (reason !== undefined) {
    return {
      result: 'bad',
      text: `O banco não aceitou o endereço dos avisos: ${reasonText(reason)}. Até lá os pagamentos são achados por consulta.`,
    };
  }
  switch (told) {
    case 'here':
      return { result: 'good', text: 'O banco avisa os pagamentos neste serviço.' };
    case 'elsewhere':
      return {
        result: 'bad',
        text: 'O banco avisa os pagamentos em outro endereço: outro sistema registrou o dele para a mesma chave Pix.',
      };
    case 'nowhere':
      return {
        result: 'bad',
        text: 'O banco aceitou o endereço dos avisos e não o mostra ao ser perguntado.',
      };
    case undefined:
      return {
        result: 'skipped',
        text: 'O endereço dos avisos foi registrado, e o banco não o confirmou ao ser perguntado. Teste de novo mais tarde.',
      };
  }
}
