import type { DeclineClass } from '../../outcome.ts';

/** What a return code means, refusals apart. */
export type CodeMeaning =
  | 'approved'
  /** Approved without an amount. */
  | 'card_is_good'
  /** The buyer has to be authenticated first. */
  | 'redirect'
  | 'refunded'
  /** Accepted, refunded later. */
  | 'refund_accepted'
  | 'duplicate'
  | 'not_found'
  /** Only a query can tell. */
  | 'unknown'
  /** Our or the merchant's configuration. */
  | 'invalid_request';

export interface ReturnCodeRow {
  /** Without leading zeros. */
  readonly codes: string;
  readonly meaning: CodeMeaning | DeclineClass;
  /** For refusals: what the buyer or the merchant reads. For `invalid_request`: what the operator reads. */
  readonly text: string;
}

/**
 * Rede's return codes (docs/contract/acquirers.md A.5, A.8, G.4). Where the brand's own code is present, it is more
 * exact.
 */
export const RETURN_CODES: readonly ReturnCodeRow[] = [
  { codes: '0', meaning: 'approved', text: '' },
  { codes: '174', meaning: 'card_is_good', text: '' },
  { codes: '220', meaning: 'redirect', text: '' },
  { codes: '359', meaning: 'refunded', text: '' },
  { codes: '360', meaning: 'refund_accepted', text: '' },
  { codes: '42 122', meaning: 'duplicate', text: '' },
  { codes: '78 117 353', meaning: 'not_found', text: '' },
  // 200 and 201 say that the authentication is over or was not needed, not how the sale ended.
  { codes: '64 74 121 150 200 201', meaning: 'unknown', text: '' },

  {
    codes: '101 116 72 83 84 58',
    meaning: 'soft_customer',
    text: 'O banco não aprovou. Fale com o emissor do cartão.',
  },
  { codes: '102', meaning: 'merchant_config', text: 'Loja não habilitada para esta venda.' },
  { codes: '103 104', meaning: 'soft_technical', text: 'Tente de novo.' },
  { codes: '107', meaning: 'soft_technical', text: 'Não foi possível processar. Tente de novo.' },
  { codes: '105', meaning: 'hard', text: 'Compra não permitida. Use outro cartão.' },
  { codes: '106', meaning: 'soft_technical', text: 'Banco fora do ar. Tente mais tarde.' },
  {
    codes: '108',
    meaning: 'soft_customer',
    text: 'Valor não permitido para este cartão. Fale com o emissor.',
  },
  { codes: '109 114 36 37 38', meaning: 'fix_data', text: 'Confira o número do cartão.' },
  { codes: '110 53', meaning: 'hard', text: 'Este cartão não permite esta compra. Use outro.' },
  { codes: '111 80', meaning: 'soft_customer', text: 'Saldo ou limite insuficiente.' },
  { codes: '112 79 86 1 2 3 33 35', meaning: 'fix_data', text: 'Confira a validade do cartão.' },
  { codes: '113', meaning: 'soft_customer', text: 'O banco pede confirmação. Fale com o emissor.' },
  { codes: '115', meaning: 'soft_customer', text: 'Limite de operações atingido.' },
  { codes: '118', meaning: 'soft_customer', text: 'Cartão bloqueado. Fale com o emissor.' },
  { codes: '119 15 16', meaning: 'fix_data', text: 'Confira o código de segurança.' },
  { codes: '123', meaning: 'hard', text: 'Cobrança recorrente suspensa pelo titular.' },
  { codes: '124', meaning: 'merchant_config', text: 'A loja deve falar com a adquirente.' },
  { codes: '55 59', meaning: 'fix_data', text: 'Confira o nome do titular do cartão.' },
  { codes: '69', meaning: 'merchant_config', text: 'Operação não permitida para este produto.' },
  {
    codes: '82',
    meaning: 'soft_customer',
    text: 'O banco não aprovou o débito. Fale com o emissor do cartão.',
  },

  { codes: '175', meaning: 'soft_customer', text: 'O banco não confirmou o cartão. Fale com o emissor.' },
  { codes: '170', meaning: 'merchant_config', text: 'A loja não pode verificar cartões sem valor.' },
  { codes: '172', meaning: 'fix_data', text: 'Informe o código de segurança do cartão.' },

  { codes: '202', meaning: 'authentication', text: 'O comprador não foi autenticado.' },
  {
    codes: '203',
    meaning: 'merchant_config',
    text: 'A loja não tem a autenticação do comprador contratada.',
  },
  {
    codes: '204',
    meaning: 'authentication',
    text: 'O cartão não permite autenticar o comprador. Use outro cartão.',
  },

  { codes: '46 50 54 151', meaning: 'merchant_config', text: 'Parcelamento não permitido.' },
  { codes: '49', meaning: 'merchant_config', text: 'Valor maior que o autorizado.' },
  { codes: '70 71', meaning: 'merchant_config', text: 'Valor não permitido.' },
  { codes: '171', meaning: 'merchant_config', text: 'Operação não permitida na situação atual da venda.' },
  { codes: '173', meaning: 'merchant_config', text: 'A autorização venceu e não pode mais ser capturada.' },

  { codes: '351', meaning: 'merchant_config', text: 'A adquirente não permite devolver esta venda.' },
  { codes: '354', meaning: 'merchant_config', text: 'O prazo para devolver esta venda acabou.' },
  { codes: '355', meaning: 'merchant_config', text: 'A venda já está cancelada.' },
  { codes: '357 358', meaning: 'merchant_config', text: 'Valor maior que o disponível para devolução.' },
  { codes: '362 369', meaning: 'merchant_config', text: 'A devolução não existe.' },
  { codes: '365', meaning: 'merchant_config', text: 'Esta venda só pode ser devolvida por inteiro.' },
  { codes: '368', meaning: 'soft_technical', text: 'A devolução não foi feita. Tente de novo.' },
  {
    codes: '371',
    meaning: 'soft_technical',
    text: 'A devolução ainda não está disponível. Tente em algumas horas.',
  },
  { codes: '373', meaning: 'merchant_config', text: 'Esta venda não aceita mais devoluções.' },
  { codes: '374', meaning: 'merchant_config', text: 'A venda está contestada: há um chargeback aberto.' },

  {
    codes: '4 5 157 20 155 156 27 132 133',
    meaning: 'invalid_request',
    text: 'dados da autenticação externa',
  },
  { codes: '24 25 26 57 88', meaning: 'invalid_request', text: 'filiação (PV): confira pv e key' },
  {
    codes: '31 32 63',
    meaning: 'invalid_request',
    text: 'softDescriptor: a Rede não o habilitou para a loja',
  },
  { codes: '39 40 41', meaning: 'invalid_request', text: 'referência' },
  { codes: '51', meaning: 'invalid_request', text: 'produto não habilitado para a loja' },
  { codes: '56 73 76 87 97 98 158 167 169', meaning: 'invalid_request', text: 'campo da chamada' },
  { codes: '61', meaning: 'invalid_request', text: 'recorrência (subscription)' },
  { codes: '65 89', meaning: 'invalid_request', text: 'token do cartão' },
  { codes: '159 258', meaning: 'invalid_request', text: 'userAgent do comprador' },
  {
    codes: '160 161 176 250 251 252 253 254 255 256 257 259 260 261 269',
    meaning: 'invalid_request',
    text: 'endereços ou opções do 3-D Secure',
  },
  {
    codes:
      '3000 3001 3002 3003 3004 3005 3006 3007 3008 3009 3010 3011 3012 3013 3014 3015 3016 3017 3018 3019',
    meaning: 'invalid_request',
    text: 'dispositivo do comprador (device)',
  },
  { codes: '363', meaning: 'invalid_request', text: 'endereço de aviso da devolução' },
  { codes: '370 899', meaning: 'invalid_request', text: 'acesso: fale com a Rede; confira auth e api' },
  { codes: '898 3301', meaning: 'invalid_request', text: 'o IP de origem não está registrado na Rede' },
];

const OTHER_MEANINGS: ReadonlySet<string> = new Set<CodeMeaning>([
  ...(['approved', 'card_is_good', 'redirect', 'refunded', 'refund_accepted'] as const),
  ...(['duplicate', 'not_found', 'unknown', 'invalid_request'] as const),
]);

/** Rede's codes that refuse a sale. */
export const redeDeclineCodes: readonly string[] = RETURN_CODES.filter(
  ({ meaning }) => !OTHER_MEANINGS.has(meaning),
).flatMap(({ codes }) => codes.split(' '));
