import { Status } from './transaction.ts';

/** A status with its name and meaning for people. */
export interface StatusName {
  /** Capitals without accents, as on the wire of the original service. */
  readonly name: string;
  /** The meaning, in Portuguese. */
  readonly meaning: string;
}

export const STATUS_NAMES: Readonly<Record<Status, StatusName>> = {
  [Status.started]: {
    name: 'TRANSACAO INICIADA',
    meaning: 'aguarda a autenticação do comprador (3-D Secure)',
  },
  [Status.intention]: { name: 'INTENCAO', meaning: 'link de pagamento: o comprador ainda não pagou' },
  [Status.expired]: { name: 'EXPIRADA', meaning: 'o comprador não terminou a tempo; nada foi cobrado' },
  [Status.authorized]: { name: 'AUTORIZADA', meaning: 'autorizada e não capturada' },
  [Status.captured]: { name: 'CONFIRMADA', meaning: 'capturada' },
  [Status.denied]: { name: 'NEGADA', meaning: 'recusada pelo emissor, pela adquirente ou na autenticação' },
  [Status.canceling]: {
    name: 'CANCELAMENTO EM ANDAMENTO',
    meaning: 'devolução aceita, ou com a resposta perdida; ainda não é final',
  },
  [Status.canceled]: { name: 'CANCELADA', meaning: 'cancelada ou devolvida por inteiro, ou desfeita' },
  [Status.pending]: {
    name: 'PENDENTE DE CONFIRMACAO',
    meaning: 'a resposta da adquirente ainda não é conhecida; resolve-se sozinha',
  },
  [Status.failed]: {
    name: 'FALHA NA COMUNICACAO COM FORNECEDOR',
    meaning: 'falha; comprovado que nada foi cobrado',
  },
  [Status.intentionCanceled]: {
    name: 'INTENCAO CANCELADA',
    meaning: 'a loja cancelou o link de pagamento antes de ele ser pago',
  },
};

/** `5 AUTORIZADA`; only the number when it is not a known status. */
export function statusText(status: unknown): string {
  const known = STATUS_NAMES[status as Status] as StatusName | undefined;
  return known ? `${String(status)} ${known.name}` : String(status);
}
