import { moneyText } from '../../../platform/text/number-text.ts';

/** Brazilian acquirers accept no installment below R$ 5,00. */
const LEAST_EACH = 500;
const ISSUER_INTEREST = 4;

export interface InstallmentChoice {
  readonly count: number;
  /** For the buyer, with the value of each installment if known. */
  readonly text: string;
}

/** The buyer's choices of installments, in whole centavos: the bank adds the remainder to the first installment. */
export function installmentChoices(request: {
  readonly amount: number;
  /** The buyer types the amount: the value of an installment is unknown, and `amount` is the maximum. */
  readonly isOpen?: boolean;
  readonly most: number;
  readonly fixed: boolean;
  readonly interestType: number;
}): readonly InstallmentChoice[] {
  const { amount, isOpen = false, most, fixed, interestType } = request;
  const counts = fixed ? [most] : Array.from({ length: most }, (_, index) => index + 1);
  return counts
    .filter((count) => count === 1 || fixed || amount / count >= LEAST_EACH)
    .map((count) => ({
      count,
      text: isOpen ? openTextOf(count, interestType) : installmentText({ amount, count, interestType }),
    }));
}

/** `3x de R$ 96,63 sem juros`, as the buyer chose it. */
export function installmentText({
  amount,
  count,
  interestType,
}: {
  readonly amount: number;
  readonly count: number;
  readonly interestType: number;
}): string {
  if (count === 1) return `1x de ${moneyText(amount)} à vista`;
  // The issuer adds its interest: only the bank knows the value.
  if (interestType === ISSUER_INTEREST) return `${count}x com juros do cartão`;
  return `${count}x de ${moneyText(Math.floor(amount / count))} sem juros`;
}

function openTextOf(count: number, interestType: number): string {
  if (count === 1) return '1x à vista';
  return `${count}x ${interestType === ISSUER_INTEREST ? 'com juros do cartão' : 'sem juros'}`;
}
