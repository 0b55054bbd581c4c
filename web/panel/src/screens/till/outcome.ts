import type { TillSale } from '../../../../../src/panel/till/schema.ts';

/** What a pin pad or acquirer says in its own words, and what a cashier is told. */
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/saldo|limite|insuficiente/i, 'O cartão está sem limite ou sem saldo.'],
  [/senha/i, 'A senha não confere.'],
  [/vencid|expirad|validade/i, 'O cartão está vencido.'],
  [/cancelad|desist/i, 'O pagamento foi cancelado na maquininha.'],
  [/tempo|time-?out|comunica/i, 'A maquininha ficou sem resposta.'],
];

type Told = Pick<TillSale, 'isPix'> & {
  readonly payments: readonly Pick<TillSale['payments'][number], 'type' | 'pixId'>[];
};

/** By which a Pix is found at the buyer's bank and at the shop's. */
export function pixIdOf({ payments }: Pick<Told, 'payments'>): string | undefined {
  return payments.find(({ type, pixId }) => type === 'payment' && pixId !== null)?.pixId ?? undefined;
}

/** What became of the money of a sale that was canceled. */
export function canceledText({
  wasPaid,
  message,
}: {
  readonly wasPaid: boolean;
  readonly message: string;
}): string {
  return wasPaid ? message : 'Nada foi cobrado.';
}

/** A payment that was refused, or a Pix that its bank did not make. */
export function refusalOf({ isPix }: Pick<Told, 'isPix'>, message: string): { title: string; text: string } {
  if (!isPix) return { title: 'Pagamento recusado', text: refusalText(message) };
  return {
    title: 'O Pix não foi gerado',
    text: 'O banco não gerou o código. Nada foi cobrado: tente de novo ou receba de outra forma.',
  };
}

/** Why a payment was refused, in a sentence for whoever stands at the till. */
export function refusalText(message: string): string {
  const plain = PLAIN.find(([pattern]) => pattern.test(message))?.[1] ?? 'O banco não aprovou o pagamento.';
  return `${plain} Nada foi cobrado: tente de novo, com outro cartão ou de outra forma.`;
}
