import Type, { type Static } from 'typebox';
import { readLater, Text, optionalText as text, UNSEARCHED } from '../../../../platform/http/index.ts';
import { PIX_KEY_KINDS } from '../../../providers/index.ts';

const Optional = Type.Optional;
const KEYS = PIX_KEY_KINDS.join(', ');

/** `payment.pix` of a sale. Order matters: the first fault is reported. */
export const PixBody = Type.Object({
  provider: Optional(
    Text({ maxLength: 20, description: 'Banco; padrão: o da conta da loja', examples: ['C6BANK'] }),
  ),
  key: Optional(
    readLater(
      Type.Union([Type.String(), Type.Array(Type.String())], {
        description: `Chave da loja que recebe: ${KEYS} (padrão RANDOM_KEY), como texto ou numa lista de um`,
        examples: ['RANDOM_KEY'],
        [UNSEARCHED]: 'a name out of four, or refused',
      }),
    ),
  ),
  expirationDateTime: Optional(
    Text({
      maxLength: 40,
      description:
        'Até quando o Pix pode ser pago, data local: de um minuto a um ano à frente; padrão: 7 dias. Com Z ou +hh:mm vale o instante',
      examples: ['2030-12-31T23:59:59'],
    }),
  ),
});
export type PixBody = Static<typeof PixBody>;

const Surplus = Type.Object(
  {
    endToEndId: Type.String(),
    amount: Type.String({ description: 'Centavos' }),
    receivedAt: Type.String({ description: 'Data local' }),
    state: Type.Enum(['refunding', 'refunded', 'kept', 'failed'], { type: 'string' }),
  },
  { description: 'Dinheiro que chegou a mais: em dobro, fora do valor ou depois do fim' },
);

const Dispute = Type.Object(
  {
    id: Type.String({ description: 'Identificador da devolução no banco' }),
    amount: Type.String({ description: 'Centavos' }),
    at: Type.String({ description: 'Data local' }),
    reason: Type.Enum(['fraud', 'error'], { type: 'string', description: 'Fraude ou erro operacional' }),
    state: Type.Enum(['blocked', 'taken', 'released'], { type: 'string' }),
  },
  { description: 'Contestação do pagador: dinheiro que o banco tomou de volta (MED)' },
);

/** `payment.pix` of a record. */
export const PixRecord = Type.Object({
  provider: Type.String({ description: 'Banco' }),
  key: Type.Array(Type.String(), { description: 'Chave da loja que recebe, numa lista de um' }),
  qrCode: text('O copia e cola, que é também o conteúdo do QR code'),
  url: text('Página com o QR code, para o comprador'),
  expirationDateTime: Type.String({ description: 'Até quando pode ser pago, data local' }),
  providerReference: text('Antes do pagamento o txid, depois dele o endToEndId'),
  providerCode: text(),
  providerMessage: text(),
  paymentDate: text('Quando foi pago, data local'),
  paymentAmount: text('Quanto foi pago, em centavos'),
  endToEndId: text('O identificador do pagamento nos bancos'),
  payer: Optional(
    Type.Object(
      { name: text(), document: text('CPF com parte escondida, ou CNPJ') },
      { description: 'Quem pagou, se o banco o diz' },
    ),
  ),
  disputedAmount: text('Tomado ou bloqueado pelo banco por contestação do pagador (MED), em centavos'),
  disputes: Optional(Type.Array(Dispute)),
  refundedAmount: text('Devolvido, em centavos'),
  refundingAmount: text('Em devolução, em centavos'),
  surplus: Optional(Type.Array(Surplus)),
});
export type PixRecord = Static<typeof PixRecord>;
