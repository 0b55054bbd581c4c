import type { DeclineClass } from '../../outcome.ts';

interface Row<Meaning> {
  readonly codes: string;
  readonly meaning: Meaning;
  /** For refusals: what the buyer or the merchant reads. */
  readonly text: string;
}

/** Cielo's own codes of a refused sale. All others are the card scheme's. */
export const SALE_REFUSALS: readonly Row<DeclineClass>[] = [
  {
    codes: '60 67 70 EB',
    meaning: 'soft_customer',
    text: 'O banco não aprovou. Fale com o emissor do cartão.',
  },
  { codes: 'BL', meaning: 'soft_customer', text: 'Limite diário do cartão atingido. Tente amanhã.' },
  { codes: 'BN', meaning: 'soft_customer', text: 'Cartão bloqueado. Fale com o emissor.' },
  { codes: 'BM BP AV KA KB KE U3 GD 77', meaning: 'fix_data', text: 'Confira os dados do cartão.' },
  { codes: 'AH', meaning: 'wrong_function', text: 'Use a função crédito.' },
  { codes: 'AJ', meaning: 'wrong_function', text: 'Este cartão só vale na loja que o emitiu.' },
  { codes: 'AI', meaning: 'authentication', text: 'O comprador não foi autenticado.' },
  { codes: '22 24 EE', meaning: 'merchant_config', text: 'Parcelamento não permitido.' },
  {
    codes: '72 80 85 89 90 97 AF AG BD BO DF C1 C2 C3 GF IP',
    meaning: 'merchant_config',
    text: 'Não foi possível processar. A loja deve falar com a adquirente.',
  },
  { codes: 'GK GT', meaning: 'soft_technical', text: 'Muitas tentativas. Tente mais tarde.' },
  { codes: 'BP171', meaning: 'soft_technical', text: 'Muitas tentativas. Tente daqui a uma hora.' },
  { codes: 'NR', meaning: 'soft_technical', text: 'Tente de novo daqui a trinta dias.' },
  { codes: 'RP', meaning: 'soft_technical', text: 'Tente de novo daqui a três dias.' },
  { codes: 'SC', meaning: 'hard', text: 'Cobrança recorrente suspensa pelo titular.' },
];

/** Codes of a sale that say that nobody knows: only a query can tell. */
export const SALE_UNKNOWN: ReadonlySet<string> = new Set(
  'AA 98 99 999 BP900 BP901 BP902 BP903 BP904 475'.split(' '),
);

export type CancelMeaning =
  | 'done'
  /** Another cancel of the sale is being processed; this one was not taken. */
  | 'busy'
  | 'not_found'
  | 'unknown'
  | DeclineClass;

/** Codes of a cancel that will be refused for ever. */
const NEVER = '53 54 58 60 100 103 104 105 106 107 108 120 160 209 215 217';
const TOO_LATE = '40 101';
export const CANCEL_REFUSED_FOR_GOOD: ReadonlySet<string> = new Set(`${NEVER} ${TOO_LATE}`.split(' '));

/** Cielo's codes of a cancel. */
export const CANCEL_CODES: readonly Row<CancelMeaning>[] = [
  { codes: '0 9', meaning: 'done', text: '' },
  {
    codes: '10 223 476',
    meaning: 'busy',
    text: 'Um cancelamento desta venda ainda está sendo processado. Tente daqui a pouco.',
  },
  {
    codes: '17 42 130',
    meaning: 'merchant_config',
    text: 'A venda tem outro cancelamento ou está contestada.',
  },
  { codes: TOO_LATE, meaning: 'merchant_config', text: 'O prazo para devolver esta venda acabou.' },
  { codes: '41', meaning: 'merchant_config', text: 'Operação não permitida na situação atual da venda.' },
  {
    codes: '51 102 206 221',
    meaning: 'merchant_config',
    text: 'Valor maior que o disponível para devolução.',
  },
  {
    codes: '43 55 56 72 76',
    meaning: 'merchant_config',
    text: 'Saldo da loja insuficiente para a devolução.',
  },
  { codes: '3 52 77 116', meaning: 'not_found', text: '' },
  { codes: '5 57 97 98 99 117 121 475 477 504 576', meaning: 'unknown', text: '' },
  { codes: NEVER, meaning: 'merchant_config', text: 'A adquirente não permite devolver esta venda.' },
  { codes: '9016', meaning: 'soft_technical', text: 'A devolução não foi feita. Tente de novo.' },
];

export type ErrorMeaning = 'duplicate' | 'not_found' | 'state' | 'invalid_request';

/** Cielo's errors of a call (HTTP 400). What is not listed is our own or the merchant's configuration. */
export const ERROR_CODES: readonly Row<ErrorMeaning>[] = [
  { codes: '302', meaning: 'duplicate', text: '' },
  { codes: '303 307 318', meaning: 'not_found', text: '' },
  { codes: '308 310 311', meaning: 'state', text: 'Esta venda não pode ser capturada, ou não neste valor.' },
  { codes: '309 312', meaning: 'state', text: 'Esta venda não pode mais ser cancelada.' },
  {
    codes: '101 114 115 116 131 132',
    meaning: 'invalid_request',
    text: 'credenciais: confira merchantId e merchantKey',
  },
  { codes: '120', meaning: 'invalid_request', text: 'o IP de origem não está registrado na Cielo' },
  {
    codes: '129 133 185 186',
    meaning: 'invalid_request',
    text: 'produto ou bandeira não habilitados para a loja',
  },
  { codes: '300 301 306', meaning: 'invalid_request', text: 'loja não encontrada, bloqueada ou desativada' },
  { codes: '322', meaning: 'invalid_request', text: 'o Zero Auth não foi contratado: ponha zeroAuth=off' },
  { codes: '130', meaning: 'invalid_request', text: 'token do cartão' },
  { codes: '117 118 125 126 127 128 213', meaning: 'invalid_request', text: 'dados do cartão' },
  { codes: '146', meaning: 'invalid_request', text: 'softDescriptor: a Cielo não o habilitou para a loja' },
  { codes: '214', meaning: 'invalid_request', text: 'dados da autenticação externa' },
];

/** By each single code. */
export function rowsByCode<Meaning>(rows: readonly Row<Meaning>[]): ReadonlyMap<string, Row<Meaning>> {
  return new Map(rows.flatMap((row) => row.codes.split(' ').map((code) => [code, row] as const)));
}

/** Cielo's own codes that refuse a sale. */
export const cieloDeclineCodes: readonly string[] = SALE_REFUSALS.flatMap(({ codes }) => codes.split(' '));
