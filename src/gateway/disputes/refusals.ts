import { refusals } from '../../platform/refusal.ts';

/** Refusals of what is asked of disputes. */
export const refuseDispute = refusals({
  dispute_not_found: { status: 404, message: 'Disputa não encontrada.' },
  dispute_of_unpaid: { status: 409, message: 'Esta venda não foi paga: não há o que contestar.' },
  dispute_amount_invalid: {
    status: 400,
    message: 'O valor contestado deve ser maior que zero e no máximo o que foi capturado.',
  },
  dispute_kind_invalid: {
    status: 400,
    message: 'O campo kind deve ser fraud_alert, request, chargeback, second ou arbitration.',
  },
  dispute_money_invalid: { status: 400, message: 'O campo money deve ser none ou debited.' },
  dispute_day_invalid: {
    status: 400,
    message:
      'Envie dias que existem, como 2026-11-26: o aviso não pode ser de um dia que ainda não chegou, nem o prazo ser antes do aviso.',
  },
  dispute_state_invalid: {
    status: 400,
    message:
      'O parâmetro state deve ter open, answered, accepted, expired, won ou lost; vários vêm com vírgulas.',
  },
  dispute_step_conflict: { status: 409, message: 'A disputa já não está em um estado que permita isto.' },
  too_many_disputes: { status: 409, message: 'Esta venda já tem disputas demais. Confira as que existem.' },
  dispute_busy: { status: 409, message: 'A venda mudou ao mesmo tempo. Tente de novo.' },
});
