import Type, { type Static } from 'typebox';
import { Int, Text } from '../../platform/http/index.ts';
import { RecordId } from '../interface/record-id.ts';
import { Line, Paragraphs } from '../interface/texts.ts';

const MAX_AMOUNT_CHARACTERS = 20;
/** Ten years. */
const MAX_MONTHS = 120;

export const RecurrenceBody = Type.Object({
  clienteId: Type.Optional(RecordId({ description: 'Obrigatório', examples: [1] })),
  referencia: Type.Optional(Line({ examples: ['plano-9'] })),
  descricao: Type.Optional(Paragraphs({ examples: ['Mensalidade'] })),
  dataInicio: Line({
    description: 'dd/MM/aaaa HH:mm, local: a primeira cobrança',
    examples: ['31/01/2035 09:00'],
  }),
  quantidade: Int({ minimum: 1, maximum: MAX_MONTHS, description: 'De meses', examples: [12] }),
  valor: Text({ maxLength: MAX_AMOUNT_CHARACTERS, description: 'De cada mês', examples: ['50,00'] }),
});
export type RecurrenceBody = Static<typeof RecurrenceBody>;

const OrNull = (schema: Type.TSchema) => Type.Union([schema, Type.Null()]);
const Named = Type.Object({ id: Type.Integer(), nome: Type.String() });

const EntryRecord = Type.Object(
  {
    id: Type.Integer(),
    numero: Type.Integer({ description: 'A partir de 1' }),
    data: Type.String({ description: 'Quando vence', examples: ['31/01/2035 09:00'] }),
    valor: Type.Number({ examples: [50] }),
    valorFormat: Type.String({ examples: ['50,00'] }),
    status: Type.Integer({ description: '5 Agendado, 10 Aprovado, 15 Negado, 20 Cancelado' }),
    statusDescricao: Type.String(),
    tentativas: Type.Integer(),
    proximaTentativa: Type.String({ description: 'Vazio: nenhuma' }),
    dataFim: Type.String({ description: 'Quando foi aprovado, negado ou cancelado; vazio antes' }),
    gate2allToken: OrNull(Type.String({ description: 'A transação da última tentativa no gateway' })),
    nsu: Type.String(),
    autorizacao: Type.String(),
    adquirente: Type.String(),
    bandeira: Type.String(),
    codigoRespostaAdquirente: Type.String(),
    mensagemRespostaAdquirente: Type.String(),
  },
  { title: 'ParcelaRecorrente' },
);

export const ListedRecurrenceRecord = Type.Object(
  {
    id: Type.Integer({ examples: [1] }),
    referencia: OrNull(Type.String()),
    descricao: OrNull(Type.String()),
    data: Type.String({ examples: ['15/01/2026 09:00:00.0000'] }),
    dataInicio: Type.String({ examples: ['31/01/2035 09:00'] }),
    quantidade: Type.Integer(),
    valor: Type.Number({ examples: [50] }),
    valorFormat: Type.String({ examples: ['50,00'] }),
    clienteId: Type.Integer(),
    pagamentoRecorrenteStatus: Named,
    quantidadeAgendados: Type.Integer(),
    quantidadeAprovados: Type.Integer(),
    quantidadeNegados: Type.Integer(),
    quantidadeCancelados: Type.Integer(),
  },
  { title: 'PagamentoRecorrenteListado' },
);

export const RecurrenceRecord = Type.Object(
  {
    ...ListedRecurrenceRecord.properties,
    urlCapturarDadosCartao: OrNull(
      Type.String({ description: 'Página em que o cliente digita o cartão, enquanto não tem um ativo' }),
    ),
    parcelas: Type.Array(EntryRecord),
  },
  { title: 'PagamentoRecorrente' },
);
