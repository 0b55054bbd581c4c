import { refusals } from '../../platform/refusal.ts';

export const refuseShift = refusals({
  shift_open: { status: 409, message: 'Este caixa já está aberto.' },
  shift_closed: { status: 409, message: 'Este caixa já foi fechado.' },
  shift_terminal_archived: {
    status: 409,
    message: 'Este terminal está arquivado. Reative-o em Terminais para abrir o caixa dele.',
  },
  shift_operator_unknown: { status: 400, message: 'Escolha um operador ativo da loja.' },
  shift_cash_short: { status: 400, message: 'Não há tanto dinheiro neste caixa.' },
});
