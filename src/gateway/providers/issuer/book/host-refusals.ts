import type { Decline } from '../../outcome.ts';

function refusal(code: string, message: string): Decline {
  return { code, message, declineClass: 'merchant_config', reversible: false };
}

/** Refusals by the acquirer itself, with Rede's codes (docs/contract/acquirers.md A.8); the issuer is not asked. */
export const hostRefusals = {
  badAmount: refusal('71', 'Valor inválido.'),
  wrongState: refusal('171', 'Operação não permitida na situação atual da venda.'),
  aboveAuthorized: refusal('49', 'Valor maior que o autorizado.'),
  authorizationExpired: refusal('173', 'A autorização venceu e não pode mais ser capturada.'),
  aboveCaptured: refusal('358', 'Valor maior que o disponível para devolução.'),
  noBalance: refusal('371', 'Saldo da loja insuficiente para a devolução.'),
  tooManyRefunds: refusal('373', 'Esta venda não aceita mais devoluções.'),
  undoRefused: refusal('351', 'A adquirente recusou desfazer a venda.'),
} as const;
