import { refusals } from '../../platform/refusal.ts';

/** Refusals of what is asked of receivables and fees. */
export const refuseMoney = refusals({
  receivable_status_invalid: {
    status: 400,
    message:
      'O parâmetro status deve ter expected, paid, late, suspended, ceded, anticipated, cancelled ou disputed; vários vêm com vírgulas.',
  },
  account_invalid: { status: 400, message: 'O parâmetro account deve ser o número de uma conta.' },
  payout_unknown: { status: 404, message: 'Este pagamento não existe nesta loja.' },
});
