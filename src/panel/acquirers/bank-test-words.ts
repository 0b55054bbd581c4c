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

/** Days that an account's certificate still lasts, negative once it ended; undefined where it has none. */
type DaysLeft = number | undefined;

/** What the bank says of an account, and how long its certificate lasts. */
export async function testedBank(
  bank: ChargeProvider,
  account: AccountSettings,
  clock: Clock,
): Promise<[BankTestResult, DaysLeft]> {
  const ends = connectorKindOf(bank.provider)?.certificateEnds?.(account);
  const daysLeft = ends === undefined ? undefined : Math.floor((ends - clock.now()) / DAY_MS);
  return [await testBank(bank, account, clock.now()), daysLeft];
}

/** The test of an account at a bank, in Portuguese. */
export function bankTestWords({ health, charge, notices }: BankTestResult, daysLeft: DaysLeft): AccountTest {
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
    notices: noticeWords(notices),
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
  if (!charge.made) {
    return { result: 'bad', text: `A cobrança de teste não foi criada: ${reasonText(charge.reason)}.` };
  }
  return charge.removed
    ? { result: 'good', text: 'Uma cobrança de R$ 0,01 foi criada e removida: a conta pode vender.' }
    : { result: 'bad', text: 'Uma cobrança de R$ 0,01 foi criada, e o banco não confirmou que a removeu.' };
}

function noticeWords(notices: BankTestResult['notices']): TestStep {
  if (notices?.outcome !== 'found')
    return { result: 'bad', text: 'O banco não disse para onde avisa os pagamentos.' };
  return notices.urls.length > 0
    ? { result: 'good', text: 'O banco tem um endereço para avisar os pagamentos.' }
    : {
        result: 'skipped',
        text: 'O banco ainda não tem um endereço para avisar: os pagamentos são achados por consulta.',
      };
}
