import { money } from '../text/format.ts';

/** Beside what a sale is worth, where more was authorized: `de R$ 289,90 autorizados`. */
export function authorizedNote({
  amount,
  value,
}: {
  readonly amount: number;
  readonly value: number;
}): string | null {
  return value < amount ? `de ${money(amount)} autorizados` : null;
}
