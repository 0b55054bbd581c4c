import Type, { type Static } from 'typebox';
import { readLater, Text, optionalText as text, UNSEARCHED } from '../../../../platform/http/index.ts';

const Optional = Type.Optional;
const Value = (description: string) =>
  Optional(Type.Union([Type.String(), Type.Number()], { description, [UNSEARCHED]: 'a number, or refused' }));

/** `payment.bankSlip` of a sale. Order matters: the first fault is reported. */
export const BankSlipBody = Type.Object({
  provider: Optional(
    Text({ maxLength: 20, description: 'Banco; padrão: o da conta da loja', examples: ['ITAU'] }),
  ),
  expirationDate: Text({
    maxLength: 20,
    description: 'Vencimento, aaaa-MM-dd: de hoje a um ano à frente',
    examples: ['2030-12-31'],
  }),
  instructions: Text({ maxLength: 300, minLength: 1, description: 'Instruções impressas no boleto' }),
  guarantor: Optional(Text({ maxLength: 45, description: 'Beneficiário final' })),
  payableDaysAfterDue: Optional(
    readLater(
      Type.Integer({
        minimum: 0,
        maximum: 60,
        description: 'Até quantos dias depois do vencimento se paga; padrão 0',
      }),
    ),
  ),
  interest: Optional(
    readLater(
      Type.Object(
        {
          type: Optional(
            Type.Enum(['monthlyPercent', 'dailyAmount'], {
              type: 'string',
              [UNSEARCHED]: 'one of two names, or refused',
            }),
          ),
          value: Value('Por cento ao mês com duas casas, ou centavos por dia; no máximo 1% ao mês'),
        },
        { description: 'Juros depois do vencimento' },
      ),
    ),
  ),
  fine: Optional(
    readLater(
      Type.Object(
        {
          type: Optional(
            Type.Enum(['percent', 'amount'], {
              type: 'string',
              [UNSEARCHED]: 'one of two names, or refused',
            }),
          ),
          value: Value('Por cento com duas casas, ou centavos; no máximo 2%'),
        },
        { description: 'Multa depois do vencimento' },
      ),
    ),
  ),
  discount: Optional(
    readLater(
      Type.Array(
        Type.Object({
          until: Optional(Type.String({ description: 'aaaa-MM-dd' })),
          type: Optional(
            Type.Enum(['percent', 'amount'], {
              type: 'string',
              [UNSEARCHED]: 'one of two names, or refused',
            }),
          ),
          value: Value('Por cento com duas casas, ou centavos'),
        }),
        { description: 'Até três descontos, por dias crescentes até o vencimento' },
      ),
    ),
  ),
});
export type BankSlipBody = Static<typeof BankSlipBody>;

/** `payment.bankSlip` of an intention or a link: what the merchant fixes of a slip that its buyer may ask for. */
export const SlipOfferBody = Type.Object(
  {
    provider: Optional(Text({ maxLength: 20, description: 'Banco; padrão: o da conta da loja' })),
    expirationDate: Optional(
      Text({ maxLength: 20, description: 'Vencimento, aaaa-MM-dd; sem ele, dueDays dias depois de emitido' }),
    ),
    dueDays: Optional(
      readLater(Type.Integer({ minimum: 0, maximum: 60, description: 'Dias até o vencimento; padrão 3' })),
    ),
    instructions: Optional(Text({ maxLength: 300, description: 'Instruções impressas no boleto' })),
    guarantor: Optional(Text({ maxLength: 45, description: 'Beneficiário final' })),
    payableDaysAfterDue: BankSlipBody.properties.payableDaysAfterDue,
    interest: BankSlipBody.properties.interest,
    fine: BankSlipBody.properties.fine,
  },
  { description: 'Boleto; a página pede nome, documento e endereço a quem compra' },
);
export type SlipOfferBody = Static<typeof SlipOfferBody>;

const Optionally = (description: string) => Optional(Type.String({ description }));

/** What a slip needs of a customer besides name and document. Looked at for a slip only. */
export const SLIP_CUSTOMER = {
  phoneNumber: Optional(readLater(Optionally('Telefone; só no boleto'))),
  address: Optional(
    readLater(
      Type.Object(
        {
          address: Optionally('Logradouro'),
          number: Optionally('Número'),
          complement: Optionally('Complemento'),
          district: Optionally('Bairro'),
          zipcode: Optionally('CEP, 8 dígitos'),
          city: Optionally('Cidade'),
          state: Optionally('UF'),
        },
        { description: 'Endereço; o boleto o exige' },
      ),
    ),
  ),
};

const Surplus = Type.Object(
  {
    paymentId: Type.String(),
    endToEndId: text(),
    amount: Type.String({ description: 'Centavos' }),
    receivedAt: Type.String({ description: 'Data local' }),
    state: Type.Enum(['refunding', 'refunded', 'kept', 'failed'], { type: 'string' }),
  },
  { description: 'Dinheiro que chegou a mais: em dobro ou depois do fim' },
);

/** `payment.bankSlip` of a record. */
export const BankSlipRecord = Type.Object({
  provider: Type.String({ description: 'Banco' }),
  providerReference: text('O nosso número'),
  providerCode: text(),
  providerMessage: text(),
  emissionDate: text('aaaa-MM-dd'),
  expirationDate: text('Vencimento, aaaa-MM-dd'),
  instructions: Type.String(),
  guarantor: text(),
  url: text('Página do boleto, para o comprador'),
  replaces: text('A transação cujo boleto foi cancelado para este, que tem outro vencimento'),
  replacedBy: text('A transação do boleto emitido no lugar deste, com outro vencimento'),
  digitableLine: text('A linha digitável, 47 dígitos'),
  barCode: text('O código de barras, 44 dígitos'),
  qrCode: text('O copia e cola do Pix, nos boletos que o têm'),
  paymentDate: text('Quando foi pago, data local'),
  paymentAmount: text('Quanto foi pago, em centavos'),
  paidDetails: Optional(
    Type.Object(
      { interest: Type.String(), fine: Type.String(), discount: Type.String() },
      { description: 'Juros, multa e desconto no valor pago, em centavos' },
    ),
  ),
  takenBackAt: text('Quando se soube que o banco do pagador desfez o pagamento, data local'),
  endToEndId: text('O identificador do Pix, quando o boleto foi pago por Pix'),
  refundedAmount: text('Devolvido, em centavos'),
  refundingAmount: text('Em devolução, em centavos'),
  surplus: Optional(Type.Array(Surplus)),
});
export type BankSlipRecord = Static<typeof BankSlipRecord>;
