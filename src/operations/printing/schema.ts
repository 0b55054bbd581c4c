import Type, { type Static } from 'typebox';
import { Bool, Text } from '../../platform/http/index.ts';
import { RecordId } from '../interface/record-id.ts';
import { Line } from '../interface/texts.ts';

/** As long as a receipt of a payment client. */
const MAX_CONTENT = 8_000;

const Reference = Type.Object({ id: Type.Optional(RecordId()) });

export const PrinterBody = Type.Object({
  id: Type.Optional(RecordId({ description: 'Só para editar: 0, vazio ou ausente cria' })),
  nome: Line({ examples: ['Balcão'] }),
  impressoraTemplateId: Type.Optional(
    RecordId({ description: '1: 80 mm, 48 colunas (padrão); 2: 58 mm, 32 colunas', examples: [1] }),
  ),
  impressoraTemplate: Type.Optional(Reference),
});
export type PrinterBody = Static<typeof PrinterBody>;

export const PrinterRecord = Type.Object(
  {
    id: Type.Integer({ examples: [1] }),
    nome: Type.String({ examples: ['Balcão'] }),
    impressoraTemplate: Type.Object({
      id: Type.Integer(),
      nome: Type.String(),
      quantidadeColunas: Type.Integer(),
      quantidadeLinhasPre: Type.Integer(),
      quantidadeLinhasPos: Type.Integer(),
      comandoPre: Type.String({ examples: ['27;64;27;33;1'] }),
      comandoPos: Type.String(),
    }),
  },
  { title: 'Impressora' },
);

export const PrintBody = Type.Object({
  referencia: Type.Optional(Line({ examples: ['pedido-123'] })),
  conteudo: Text({
    maxLength: MAX_CONTENT,
    description: 'O texto a imprimir, com as marcas que o cliente de pagamento conhece',
    examples: ['<textAlignLeft>Mesa 4'],
  }),
  terminalId: Type.Optional(RecordId({ description: 'Este ou impressoraId é obrigatório', examples: [1] })),
  impressoraId: Type.Optional(RecordId({ description: 'Ausente: a do terminal' })),
  aguardarClienteIniciarImpressao: Type.Optional(
    Bool({ description: 'true: espera até 20 s que o cliente de pagamento a inicie', default: false }),
  ),
});
export type PrintBody = Static<typeof PrintBody>;

export const PrintRecord = Type.Object(
  {
    id: Type.Integer({ examples: [1] }),
    data: Type.String({ examples: ['17/11/2016'] }),
    conteudo: Type.String(),
    referencia: Type.Union([Type.String(), Type.Null()]),
    impressora: Type.Union([PrinterRecord, Type.Null()]),
    intencaoImpressaoStatus: Type.Object({
      id: Type.Integer({ description: '5 enviado, 10 imprimindo, 15 impresso, 20 expirado, 25 erro' }),
      nome: Type.String({ examples: ['Impresso'] }),
    }),
  },
  { title: 'IntencaoImpressao' },
);
