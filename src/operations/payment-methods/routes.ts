import Type from 'typebox';
import { type Operation, operation } from '../interface/operation.ts';
import type { PaymentMethods } from './payment-methods.ts';
import { PaymentMethodRecord, writePaymentMethod } from './wire.ts';

export function paymentMethodOperations(paymentMethods: PaymentMethods): readonly Operation[] {
  const list = operation({
    set: 'FormaPagamento',
    method: 'GetByPessoaId',
    verbs: ['GET', 'POST'],
    summary: 'Lista as formas de pagamento de uma pessoa',
    key: 'required',
    forPerson: true,
    answer: Type.Object({ formasPagamento: Type.Array(PaymentMethodRecord) }),
    withData: true,
    audited: false,
    run: async ({ personId }) => ({
      formasPagamento: (await paymentMethods.listFor(personId)).map(writePaymentMethod),
    }),
  });
  return [list];
}
