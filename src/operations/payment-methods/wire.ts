import Type, { type Static } from 'typebox';
import type { PaymentMethod } from './payment-method.ts';

export const PaymentMethodRecord = Type.Object(
  {
    id: Type.Integer({ description: 'Enviado em cada venda', examples: [21] }),
    nome: Type.String({ examples: ['TEF'] }),
    modalidade: Type.String({ examples: ['Crédito'] }),
    permiteParcelamento: Type.Boolean(),
    solicitaObs: Type.Boolean(),
    quantidadeMaximaParcelas: Type.Integer({ examples: [12] }),
    isentoDeTarifa: Type.Boolean(),
    fluxoPagamento: Type.Object({
      id: Type.Integer({ examples: [21] }),
      nome: Type.String({ examples: ['TEF'] }),
    }),
  },
  { title: 'FormaPagamento' },
);

export function writePaymentMethod(method: PaymentMethod): Static<typeof PaymentMethodRecord> {
  return {
    id: method.id,
    nome: method.name,
    modalidade: method.modality,
    permiteParcelamento: method.maxInstallments > 1,
    solicitaObs: false,
    quantidadeMaximaParcelas: method.maxInstallments,
    isentoDeTarifa: method.feeExempt,
    fluxoPagamento: { id: method.flow.id, nome: method.flow.name },
  };
}
