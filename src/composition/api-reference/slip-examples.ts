import type { FurtherExample } from '../../platform/http/index.ts';

const SALE = '/v1/transactions';
const ONE = '/v1/transactions/{transactionId}';
const VOID = '/v1/transactions/{transactionId}/void';
const FOLDER = 'Boleto';
const DUE_ON = '2026-12-10';
/** In the collection a day that is still to come whenever it is run. */
const DUE_LATER = { variable: 'slipDueDate', days: 5, insteadOf: DUE_ON } as const;

/** In the sandbox an amount that ends in 01 is paid after two seconds, one that ends in 03 never. */
const PAID_SOON = {
  referenceId: 'pedido-4',
  description: 'Mensalidade',
  amount: '15001',
  customer: {
    name: 'Maria da Silva',
    document: '11144477735',
    address: {
      address: 'Rua das Flores',
      number: '100',
      district: 'Centro',
      zipcode: '01001000',
      city: 'São Paulo',
      state: 'SP',
    },
  },
  payment: {
    bankSlip: { provider: 'ITAU', expirationDate: DUE_ON, instructions: 'Pagável em qualquer banco' },
  },
};
const NEVER_PAID = { ...PAID_SOON, referenceId: 'pedido-5', amount: '15003' };

const WAITING = {
  transactionId: '0199aabb-ccdd-7eee-8fff-001122334477',
  referenceId: 'pedido-4',
  description: 'Mensalidade',
  amount: '15001',
  status: 1,
  dtTransaction: '2026-12-05T10:30:00',
  customer: PAID_SOON.customer,
  payment: {
    bankSlip: {
      ...PAID_SOON.payment.bankSlip,
      providerReference: '109/00000017-1',
      emissionDate: '2026-12-05',
      url: 'https://pagar.example/v1/url-payment/5bc2',
      digitableLine: '34191090080000017150405726390007316560000015001',
      barCode: '34193165600000150011090000000171500572639000',
    },
  },
  integrationType: 1,
  allowsManualRetry: false,
};
const PAID = {
  ...WAITING,
  status: 6,
  payment: {
    bankSlip: {
      ...WAITING.payment.bankSlip,
      paymentDate: '2026-12-05T10:30:02',
      paymentAmount: '15001',
      paidDetails: { interest: '0', fine: '0', discount: '0' },
    },
  },
};
const CANCELED = { ...WAITING, referenceId: 'pedido-5', amount: '15003', status: 9 };

/** A slip from its registration to its payment, and one that is canceled before anybody paid. */
export const SLIP_EXAMPLES: readonly FurtherExample[] = [
  {
    method: 'post',
    path: SALE,
    folder: FOLDER,
    summary: 'Emite um boleto',
    body: PAID_SOON,
    dayAhead: DUE_LATER,
    answer: { status: '201', value: WAITING },
    keeps: { slipTransactionId: 'transactionId' },
  },
  {
    method: 'get',
    path: ONE,
    folder: FOLDER,
    summary: 'Consulta o boleto: status 6 depois de pago',
    answer: { status: '200', value: PAID },
    values: { transactionId: '{{slipTransactionId}}' },
  },
  {
    method: 'post',
    path: SALE,
    folder: FOLDER,
    summary: 'Emite um boleto que ninguém paga',
    body: NEVER_PAID,
    dayAhead: DUE_LATER,
    keeps: { unpaidSlipTransactionId: 'transactionId' },
  },
  {
    method: 'put',
    path: VOID,
    folder: FOLDER,
    summary: 'Cancela o boleto que ninguém pagou',
    body: {},
    answer: { status: '200', value: CANCELED },
    values: { transactionId: '{{unpaidSlipTransactionId}}' },
  },
];
