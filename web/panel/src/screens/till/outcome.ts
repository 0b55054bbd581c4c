/** What a pin pad or acquirer says in its own words, and what a cashier is told. */
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/saldo|limite|insuficiente/i, 'O cartão está sem limite ou sem saldo.'],
  [/senha/i, 'A senha não confere.'],
  [/vencid|expirad|validade/i, 'O cartão está vencido.'],
  [/cancelad|desist/i, 'O pagamento foi cancelado na maquininha.'],
  [/tempo|time-?out|comunica/i, 'A maquininha ficou sem resposta.'],
];

/** Why a payment was refused, in a sentence for whoever stands at the till. */
export function refusalText(message: string): string {
  const plain = PLAIN.find(([pattern]) => pattern.test(message))?.[1] ?? 'O banco não aprovou o pagamento.';
  return `${plain} Nada foi cobrado: tente de novo, com outro cartão ou de outra forma.`;
}
