import { refusals } from '../../platform/refusal.ts';

/** Refusals of what is paid by a link or an intention. */
export const refuseIntention = refusals({
  amount_of_intention: {
    status: 400,
    message: 'O amount deve ser o do link de pagamento que transactionId nomeia.',
  },
  intention_agreed_otherwise: {
    status: 400,
    message:
      'Este link de pagamento foi criado com menos exigência neste campo. Tire o campo ou crie outro link.',
  },
  intention_not_payable: {
    status: 409,
    message:
      'Este link de pagamento já foi pago, está sendo pago, expirou ou foi cancelado. Consulte a transação antes de cobrar de novo.',
  },
  intention_not_found: {
    status: 404,
    message:
      'transactionId não é de um link de pagamento seu, criado com POST /v1/intention. Para uma venda nova, não envie este campo.',
  },
  intention_tries_used_up: {
    status: 409,
    message: 'As tentativas deste link de pagamento acabaram. Crie outro com POST /v1/intention.',
  },
  intention_card_refused: {
    status: 409,
    message: 'O emissor recusou este cartão de vez neste link de pagamento. Peça outro cartão ao comprador.',
  },
  intention_type_not_offered: {
    status: 400,
    message: 'Este link de pagamento não aceita esta forma de pagamento, ou este payment.card.type.',
  },
  intention_installments_not_offered: {
    status: 400,
    message: 'Este link de pagamento não aceita este número de parcelas.',
  },
});
