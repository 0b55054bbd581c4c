import { refusals } from '../../../platform/refusal.ts';

/** Refusals of payments by slip that do not come from a field's schema. */
export const refuseSlip = refusals({
  slip_unavailable: {
    status: 400,
    message:
      'Esta loja não tem conta em nenhum banco para emitir boleto. Peça a quem opera o serviço que cadastre uma.',
  },
  slip_field_missing: { status: 400, message: 'Falta um campo que o boleto exige.' },
  slip_field_invalid: { status: 400, message: 'Um campo do boleto não pode ser lido.' },
  slip_due_date_invalid: {
    status: 400,
    message: 'O campo payment.bankSlip.expirationDate deve ser um dia aaaa-MM-dd, de hoje a um ano à frente.',
  },
  slip_amount_invalid: {
    status: 400,
    message: 'O campo amount é menor ou maior do que o banco aceita em um boleto.',
  },
  interest_above_limit: {
    status: 400,
    message: 'Os juros passam do que a lei permite: no máximo 1% ao mês.',
  },
  fine_above_limit: { status: 400, message: 'A multa passa do que a lei permite: no máximo 2%.' },
});
