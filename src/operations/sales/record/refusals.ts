import { type Refusal, refusals } from '../../../platform/refusal.ts';

export const refuseSale = refusals({
  field_invalid: { status: 400, message: 'Um campo da venda não é válido.' },
  method_unavailable: { status: 400, message: 'Forma de pagamento indisponível.' },
  stock_short: { status: 400, message: 'Quantidade em estoque insuficiente.' },
  not_authorized: { status: 400, message: 'Intenção de venda não está autorizada.' },
  too_late_to_cancel: {
    status: 400,
    message: 'Só é possível cancelar a venda no mesmo dia em que foi feita.',
  },
  sale_not_stuck: {
    status: 409,
    message:
      'Esta venda não precisa de uma pessoa: ela terminou, ou o programa da maquininha ainda responde.',
  },
  case_changed: {
    status: 409,
    message: 'Esta venda mudou desde que foi vista. Veja de novo o que houve, e só então encerre.',
  },
  payment_under_way: {
    status: 409,
    message: 'O comprador está pagando esta venda agora. Tente de novo em instantes.',
  },
  card_missing: {
    status: 400,
    message:
      'O cliente não tem cartão ativo. Guarde um com ClienteCartao/Insert ou com a forma de pagamento 1 (Gerar Token).',
  },
  order_exceeded: { status: 400, message: 'O valor da venda passa do que falta pagar do pedido.' },
});

/** A 400 that names the field at fault. */
export function invalid(field: string, message: string): Refusal {
  return refuseSale('field_invalid', { field, message });
}
