import { reasonText } from '../../gateway/payments/index.ts';
import type { AccountTestResult } from '../../gateway/providers/index.ts';
import type { AccountTest, TestStep } from './schema.ts';

/** The result of an account test, in Portuguese. Undefined: this version has no connector for the acquirer. */
export function testWords(result: AccountTestResult | undefined): AccountTest {
  if (!result) {
    return {
      health: { result: 'bad', text: 'Esta versão não fala com esta adquirente.' },
      zeroAmount: SKIPPED,
    };
  }
  const { health, zeroAmount } = result;
  if (!health.healthy) {
    const reason = health.reason === undefined ? 'sem motivo' : reasonText(health.reason);
    return {
      health: {
        result: 'bad',
        text: `A adquirente não aceitou a conta ou não respondeu (${reason}). Confira os ajustes e o endereço.`,
      },
      zeroAmount: SKIPPED,
    };
  }
  return {
    health: { result: 'good', text: 'A adquirente responde e aceita a conta.' },
    zeroAmount: zeroAmountWords(zeroAmount),
  };
}

const SKIPPED: TestStep = { result: 'skipped', text: 'Não testado, porque a conta não foi aceita.' };

function zeroAmountWords(outcome: AccountTestResult['zeroAmount']): TestStep {
  switch (outcome?.outcome) {
    case undefined:
      return { result: 'skipped', text: 'Informe um cartão seu para verificar sem cobrar nada.' };
    case 'not_supported':
      return { result: 'skipped', text: 'Esta adquirente não verifica cartões sem valor.' };
    case 'approved':
      return { result: 'good', text: 'O cartão foi verificado sem valor: a conta pode vender.' };
    case 'declined':
      return {
        result: 'good',
        text: `A adquirente respondeu e negou este cartão: ${outcome.decline.message}. A conta funciona; tente outro cartão.`,
      };
    case 'invalid_request':
      return {
        result: 'bad',
        text: `A adquirente recusou o pedido da conta: ${reasonText(outcome.reason)}.`,
      };
    default:
      return { result: 'bad', text: 'A adquirente não deu uma resposta conclusiva. Tente de novo.' };
  }
}
