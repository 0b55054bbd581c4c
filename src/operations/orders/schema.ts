import Type, { type Static } from 'typebox';
import { Bool, filters, Int, Text } from '../../platform/http/index.ts';
import { PERIOD_FIELDS } from '../interface/period.ts';
import { RecordId } from '../interface/record-id.ts';
import { Line, Paragraphs } from '../interface/texts.ts';

const MAX_NUMBER_CHARACTERS = 20;
const MAX_ITEMS = 500;
const MAX_METHODS = 50;
const MAX_INSTALLMENTS = 99;
export const MAX_CALLBACK_URL_CHARACTERS = 500;
/** Of one page of a list. */
export const MAX_LISTED_ORDERS = 1_000;
const MAX_PAGE = 1_000_000;

const id = (description?: string) =>
  Type.Optional(RecordId(description === undefined ? {} : { description }));
const number = (description: string, example: string) =>
  Type.Optional(Text({ maxLength: MAX_NUMBER_CHARACTERS, description, examples: [example] }));

const OrderedProduct = Type.Object({
  id: id('Ausente: o produto padrão'),
  nome: Type.Optional(Line({ description: 'Usado só no produto padrão' })),
  valor: number('De uma unidade; ausente: o valor do produto', '10,00'),
  quantidade: Type.Optional(Text({ maxLength: MAX_NUMBER_CHARACTERS, default: '1', examples: ['1'] })),
});

const OrderedMethod = Type.Object({
  formaPagamento: Type.Object({ id: RecordId({ examples: [21] }) }),
  quantidadeMaximaParcelas: Type.Optional(
    Int({ minimum: 0, maximum: MAX_INSTALLMENTS, description: '0 ou ausente: o máximo da forma' }),
  ),
  adquirente: Type.Optional(Line()),
});

export const OrderBody = Type.Object({
  pedidoId: id('Só para editar: 0, vazio ou ausente cria'),
  id: id('O mesmo que pedidoId'),
  terminalFisicoId: id(),
  referencia: Type.Optional(Line({ examples: ['mesa-12'] })),
  obs: Type.Optional(Paragraphs()),
  valorTotalPedido: number('Sem produtosPedido é obrigatório; com eles, o padrão é a soma', '300,00'),
  urlRetorno: Type.Optional(
    Text({
      maxLength: MAX_CALLBACK_URL_CHARACTERS,
      description: 'Recebe também os avisos das vendas do pedido',
    }),
  ),
  produtosPedido: Type.Optional(Type.Array(OrderedProduct, { maxItems: MAX_ITEMS })),
  pedidoFormasPagamento: Type.Optional(
    Type.Array(OrderedMethod, { maxItems: MAX_METHODS, description: 'Ausente ou vazio: todas' }),
  ),
});
export type OrderBody = Static<typeof OrderBody>;

export const OrderFilterBody = filters({
  pessoaIds: Line({ description: 'Uma pessoa ou várias, com vírgulas' }),
  pedidoId: RecordId(),
  status: Line({ description: 'Números ou nomes, com vírgulas', examples: ['Aberto,6'] }),
  tipo: Line({ description: 'Interno (1) ou Externo (2)' }),
  ...PERIOD_FIELDS,
  valorComDivergencia: Bool({ description: 'true: só pedidos cujo valor difere da soma dos produtos' }),
  referencia: Line(),
  pagina: Int({ minimum: 0, maximum: MAX_PAGE, description: 'A partir de 1' }),
  tamanho: Int({ minimum: 0, maximum: MAX_LISTED_ORDERS, default: MAX_LISTED_ORDERS }),
});
export type OrderFilterBody = Static<typeof OrderFilterBody>;

const OrNull = (schema: Type.TSchema) => Type.Union([schema, Type.Null()]);
const Named = Type.Object({ id: Type.Integer(), nome: Type.String() });
const Money = Type.Number({ examples: [300] });

export const OrderRecord = Type.Object(
  {
    id: Type.Integer({ examples: [1] }),
    referencia: OrNull(Type.String()),
    obs: OrNull(Type.String()),
    data: Type.String({ examples: ['17/11/2016 17:40:21.0000'] }),
    hora: Type.String({ examples: ['17:40:21'] }),
    valor: Money,
    valorFormat: Type.String(),
    valorAberto: Money,
    valorAbertoFormat: Type.String(),
    valorOriginalPago: Money,
    valorOriginalPagoFormat: Type.String(),
    valorOriginalEmPagamento: Money,
    valorOriginalEmPagamentoFormat: Type.String(),
    tipo: Type.String({ examples: ['Interno'] }),
    quantidade: Type.Number({ description: 'De produtos' }),
    quantidadeTransacoes: Type.Integer({ description: 'De vendas do pedido' }),
    urlRetorno: OrNull(Type.String()),
    pedidoStatus: Named,
    pessoa: Type.Object({
      id: Type.Integer(),
      nomeRazaoSocial: Type.String(),
      sobrenomeNomeFantasia: OrNull(Type.String()),
      cpfCnpjFormat: Type.String(),
      email: OrNull(Type.String()),
    }),
    produtos: Type.Array(
      Type.Object({
        itemProdutoId: Type.Integer(),
        id: Type.Integer(),
        nome: Type.String(),
        descricao: OrNull(Type.String()),
        nomeExibe: Type.String({ description: 'Os primeiros 10 caracteres do nome' }),
        quantidade: Type.Number(),
        valor: Money,
        valorFormat: Type.String(),
        fotoThumbnail: OrNull(Type.String()),
      }),
    ),
  },
  { title: 'Pedido' },
);

/** Of GetById and GetByFiltros. */
export const DetailedOrderRecord = Type.Object(
  {
    ...OrderRecord.properties,
    notaFiscal: Type.Null(),
    intencoesVenda: Type.Array(
      Type.Unsafe<object>({ type: 'object', description: 'Como em IntencaoVenda/GetByFiltros' }),
    ),
    pedidoFormasPagamento: Type.Array(
      Type.Object({
        id: Type.Integer(),
        quantidadeMaximaParcelas: Type.Integer(),
        adquirentePadrao: OrNull(Type.String()),
        formaPagamento: Type.Object({
          id: Type.Integer(),
          nome: Type.String(),
          modalidade: Type.String(),
          fluxoPagamento: Named,
        }),
      }),
    ),
  },
  { title: 'PedidoDetalhado' },
);
