import { refusals } from '../../platform/refusal.ts';

export const refuseOrder = refusals({
  order_in_use: {
    status: 409,
    message: 'O pedido tem vendas em andamento ou creditadas. Cancele-as antes de cancelar o pedido.',
  },
  order_below_sales: {
    status: 409,
    message: 'O novo valor é menor que o das vendas em andamento ou creditadas do pedido.',
  },
  order_canceled: { status: 409, message: 'O pedido está cancelado.' },
});
