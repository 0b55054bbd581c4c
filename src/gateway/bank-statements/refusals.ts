import { refusals } from '../../platform/refusal.ts';

/** Why a file of a bank is not read. */
export const refuseOfx = refusals({
  not_ofx: {
    status: 400,
    message: 'O arquivo não é um OFX. Baixe o extrato no site do banco neste formato.',
  },
  no_statement: {
    status: 400,
    message: 'O OFX não tem o extrato de uma conta: só os de conta corrente são lidos.',
  },
  too_large: { status: 400, message: 'O OFX é grande demais: baixe um período menor.' },
});
