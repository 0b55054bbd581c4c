import { moneyText } from '../../src/platform/text/number-text.ts';
import type { Work } from './service.ts';

export type CardKind = 'credit' | 'debit';

/** What happened at the pin pad. */
export type Decision =
  | { readonly outcome: 'approved' | 'refused' | 'canceled'; readonly card: CardKind }
  /** It does not answer: the work it took stays open. */
  | { readonly outcome: 'silent' };

/** The result reported to the service, with the field names of a `pagamentoExterno`. */
export interface WorkResult {
  readonly approved: boolean;
  readonly mensagemRespostaAdquirente: string;
  readonly codigoRespostaAdquirente: string;
  readonly nsuTid?: string;
  readonly trnNsu?: string;
  readonly autorizacao?: string;
  readonly adquirente?: string;
  readonly bandeira?: string;
  readonly idConfirmacao?: string;
  readonly respostaAdquirente?: string;
  readonly comprovanteAdquirente?: string;
  readonly comprovanteCliente?: string;
  readonly comprovanteEstabelecimento?: string;
  /** It was approved, and reversed at the acquirer since. */
  readonly undone?: boolean;
}

/** The amount that the original service's sandbox refuses, in centavos. */
const REFUSED_AMOUNT = 100_001;
const DEBIT = 22;
const COLUMNS = 40;
const MASKED_CARD = '************0001';

export function isRefundOfSale({ kind }: Pick<Work, 'kind'>): boolean {
  return kind === 'cancel';
}

/** The decision that the original service's sandbox would make. */
export function decideAlone(work: Work): Decision {
  const refused = !isRefundOfSale(work) && work.amount === REFUSED_AMOUNT;
  return { outcome: refused ? 'refused' : 'approved', card: usualCard(work) };
}

export function usualCard({ formaPagamentoId }: Pick<Work, 'formaPagamentoId'>): CardKind {
  return formaPagamentoId === DEBIT ? 'debit' : 'credit';
}

/** The result of a sale that was taken before a crash and that this pin pad did not charge. */
export const NOT_CHARGED: WorkResult = {
  approved: false,
  mensagemRespostaAdquirente: 'TRANSACAO NAO CONCLUIDA',
  codigoRespostaAdquirente: '99',
};

/** The result of a sale that the till gave up before the buyer paid. */
export const GIVEN_UP: WorkResult = {
  approved: false,
  mensagemRespostaAdquirente: 'OPERAÇÃO CANCELADA',
  codigoRespostaAdquirente: '',
};

export const PRINTED: WorkResult = {
  approved: true,
  mensagemRespostaAdquirente: 'IMPRESSO',
  codigoRespostaAdquirente: '',
};

const ADMINISTERED: WorkResult = {
  approved: true,
  mensagemRespostaAdquirente: 'OPERACAO CONCLUIDA',
  codigoRespostaAdquirente: '00',
};

/** The result of a decision, in the interface's fields. */
export function resultOf(
  work: Work,
  decision: Exclude<Decision, { outcome: 'silent' }>,
  now: Date,
): WorkResult {
  if (decision.outcome === 'refused') {
    return { approved: false, mensagemRespostaAdquirente: 'NEGADA 01', codigoRespostaAdquirente: '01' };
  }
  if (decision.outcome === 'canceled') {
    const mensagemRespostaAdquirente = 'OPERAÇÃO CANCELADA';
    return { approved: false, mensagemRespostaAdquirente, codigoRespostaAdquirente: '' };
  }
  if (work.kind === 'admin') return ADMINISTERED;
  const nsu = String(work.id).padStart(9, '0');
  const autorizacao = String(work.id % 1_000_000).padStart(6, '0');
  const message = isRefundOfSale(work) ? 'CANCELAMENTO OK' : 'AUTORIZADA';
  const receipt = (copy: string) => receiptText(work, { ...decision, copy, nsu, autorizacao, now });
  return {
    approved: true,
    mensagemRespostaAdquirente: message,
    codigoRespostaAdquirente: '00',
    nsuTid: nsu,
    trnNsu: nsu,
    autorizacao,
    adquirente: 'PINPAD',
    bandeira: decision.card === 'debit' ? 'VISA ELECTRON' : 'VISA',
    idConfirmacao: nsu,
    respostaAdquirente: [
      `000-000 = ${isRefundOfSale(work) ? 'CNC' : 'CRT'}`,
      `003-000 = ${work.amount}`,
      `012-000 = ${nsu}`,
      `013-000 = ${autorizacao}`,
      `030-000 = ${message}`,
      `740-000 = ${MASKED_CARD}`,
      '999-999 = 0',
    ].join('\r\n'),
    comprovanteAdquirente: receipt('VIA ESTABELECIMENTO'),
    comprovanteCliente: receipt('VIA CLIENTE'),
    comprovanteEstabelecimento: receipt('VIA ESTABELECIMENTO'),
  };
}

function receiptText(
  work: Work,
  details: {
    readonly copy: string;
    readonly card: CardKind;
    readonly nsu: string;
    readonly autorizacao: string;
    readonly now: Date;
  },
): string {
  const line = (left: string, right: string) => left + right.padStart(COLUMNS - left.length);
  const centered = (text: string) => ' '.repeat(Math.floor((COLUMNS - text.length) / 2)) + text;
  return [
    centered('PIN PAD DE REFERENCIA'),
    centered(details.copy),
    '-'.repeat(COLUMNS),
    line('NSU', details.nsu),
    line('AUTORIZACAO', details.autorizacao),
    line('DATA', details.now.toLocaleString('pt-BR', { timeZone: 'America/Sao_Paulo' })),
    line('CARTAO', MASKED_CARD),
    line(isRefundOfSale(work) ? 'CANCELAMENTO' : 'VENDA', kindText(work, details.card)),
    line('VALOR', moneyText(work.amount)),
    '-'.repeat(COLUMNS),
    centered('SEM VALOR: AMBIENTE DE TESTES'),
  ].join('\r\n');
}

export function kindText({ quantidadeParcelas }: Pick<Work, 'quantidadeParcelas'>, card: CardKind): string {
  if (card === 'debit') return 'DEBITO A VISTA';
  return quantidadeParcelas > 1 ? `CREDITO EM ${quantidadeParcelas}X` : 'CREDITO A VISTA';
}
