import type { FurtherExample } from '../../platform/http/index.ts';

const SALE = '/v1/transactions';
const ONE = '/v1/transactions/{transactionId}';
const VOID = '/v1/transactions/{transactionId}/void';
const FOLDER = 'Pix';
const CUSTOMER = { name: 'Maria da Silva', document: '11144477735' };

/** In the sandbox an amount that ends in 01 is paid after two seconds, one that ends in 03 never. */
const PAID_SOON = {
  referenceId: 'pedido-2',
  description: 'Duas entradas',
  amount: '1001',
  customer: CUSTOMER,
  payment: { pix: {} },
};
const NEVER_PAID = { ...PAID_SOON, referenceId: 'pedido-3', amount: '1003' };

const TXID = '0199aabbccdd7eee8fff001122334455';
const END_TO_END_ID = 'E00000000202611221330abcdefghijk';
const WAITING = {
  transactionId: '0199aabb-ccdd-7eee-8fff-001122334466',
  referenceId: 'pedido-2',
  description: 'Duas entradas',
  amount: '1001',
  status: 1,
  dtTransaction: '2026-11-22T10:30:00',
  customer: CUSTOMER,
  payment: {
    pix: {
      provider: 'C6BANK',
      key: ['RANDOM_KEY'],
      qrCode:
        '00020101021226480014br.gov.bcb.pix2526pagar.example/__sim/pix/3f5204000053039865802BR5913Loja da Praca6009Sao Paulo62070503***6304ABCD',
      url: 'https://pagar.example/v1/url-payment/3fe1',
      expirationDateTime: '2026-11-29T10:30:00',
      providerReference: TXID,
    },
  },
  integrationType: 1,
  allowsManualRetry: false,
};
const PAID = {
  ...WAITING,
  status: 6,
  payment: {
    pix: {
      ...WAITING.payment.pix,
      providerReference: END_TO_END_ID,
      paymentDate: '2026-11-22T10:30:02',
      paymentAmount: '1001',
      endToEndId: END_TO_END_ID,
      payer: { name: 'Maria da Silva', document: '***444777**' },
    },
  },
};
const PART_BEING_REFUNDED = {
  ...PAID,
  payment: { pix: { ...PAID.payment.pix, refundingAmount: '500' } },
};
const CANCELED = { ...WAITING, referenceId: 'pedido-3', amount: '1003', status: 9 };

/** A Pix from its code to its refund, and one that is canceled before anybody paid. */
export const PIX_EXAMPLES: readonly FurtherExample[] = [
  {
    method: 'post',
    path: SALE,
    folder: FOLDER,
    summary: 'Faz um Pix',
    body: PAID_SOON,
    answer: { status: '201', value: WAITING },
    keeps: { pixTransactionId: 'transactionId' },
  },
  {
    method: 'get',
    path: ONE,
    folder: FOLDER,
    summary: 'Consulta o Pix: status 6 depois de pago',
    answer: { status: '200', value: PAID },
    values: { transactionId: '{{pixTransactionId}}' },
    keeps: { pixEndToEndId: 'endToEndId' },
  },
  {
    method: 'get',
    path: SALE,
    folder: FOLDER,
    summary: 'Procura o Pix pelo endToEndId que está no extrato do banco',
    values: { endToEndId: '{{pixEndToEndId}}' },
  },
  {
    method: 'put',
    path: VOID,
    folder: FOLDER,
    summary: 'Devolve uma parte do Pix pago',
    body: { amount: '500' },
    answer: { status: '200', value: PART_BEING_REFUNDED },
    values: { transactionId: '{{pixTransactionId}}' },
  },
  {
    method: 'post',
    path: SALE,
    folder: FOLDER,
    summary: 'Faz um Pix que ninguém paga',
    body: NEVER_PAID,
    keeps: { unpaidPixTransactionId: 'transactionId' },
  },
  {
    method: 'put',
    path: VOID,
    folder: FOLDER,
    summary: 'Cancela o Pix que ninguém pagou',
    body: {},
    answer: { status: '200', value: CANCELED },
    values: { transactionId: '{{unpaidPixTransactionId}}' },
  },
];
