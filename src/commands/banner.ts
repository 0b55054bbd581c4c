import type { DemoAccounts } from '../accounts/demo.ts';

const APPROVED_CARD = '4235647728025682';

/** Shown once, when the sandbox's demo accounts are created. Their keys are printed nowhere else. */
export function banner(
  demo: DemoAccounts,
  { publicUrl, docs }: { readonly publicUrl: string; readonly docs: boolean },
): string {
  const sale = JSON.stringify({
    referenceId: 'pedido-1',
    amount: '1000',
    payment: {
      card: {
        capture: true,
        cardInfo: { number: APPROVED_CARD, expirationMonth: '12', expirationYear: '2035', cvv: '123' },
      },
    },
  });
  const callOf = (body: string) =>
    `curl -s ${publicUrl}/v1/transactions -H 'Content-Type: application/json' -H 'authenticationApi: ${demo.api.name}' -H 'authenticationKey: ${demo.api.key}' -d '${body}'`;
  const pix = JSON.stringify({ referenceId: 'pedido-2', amount: '1990', payment: { pix: {} } });
  return `
Contas de demonstração (só na sandbox; mostradas uma vez, estão também no README):
  vendedor    ${demo.seller.document}, senha ${demo.seller.password}
  operador    ${demo.operator.document}, senha ${demo.operator.password}
  chave       ${demo.integrationKey}
  gateway     authenticationApi ${demo.api.name}, authenticationKey ${demo.api.key}
  checkout    ${demo.checkout.user}:${demo.checkout.secret}
  avisos      assinados com ${demo.signingSecret}

Um pagamento, para colar em outro terminal:

${callOf(sale)}

Um Pix (abra a "url" da resposta; ele é pago sozinho em um minuto):

${callOf(pix)}

Painel: ${publicUrl}/painel (entre como vendedor, com o documento e a senha acima)
${docs ? `Guias: ${publicUrl}/docs/guias\nReferência da API: ${publicUrl}/docs\n` : ''}
`;
}
