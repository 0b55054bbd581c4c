import Type, { type Static } from 'typebox';
import { Bool, filters, Int, Text, UNSEARCHED } from '../../../platform/http/index.ts';
import { PERIOD_FIELDS } from '../../interface/period.ts';
import { RecordId } from '../../interface/record-id.ts';
import { Line, Paragraphs } from '../../interface/texts.ts';

const MAX_NUMBER_CHARACTERS = 20;
const MAX_ITEMS = 500;
const MAX_INSTALLMENTS = 99;
/** Of one page of a list. */
export const MAX_LISTED = 1_000;
const MAX_PAGE = 1_000_000;

const amount = (description: string, ...examples: readonly string[]) =>
  Type.Optional(
    Text({
      maxLength: MAX_NUMBER_CHARACTERS,
      description,
      ...(examples.length > 0 && { examples: [...examples] }),
    }),
  );
const autoStart = Type.Optional(
  Bool({ description: 'true: a venda vai agora ao cliente de pagamento do terminal', default: false }),
);
const id = (description?: string) =>
  Type.Optional(RecordId(description === undefined ? {} : { description }));

const SoldProduct = Type.Object({
  id: id('Ausente: o produto padrão'),
  valor: amount('De uma unidade', '26,00'),
  quantidade: Type.Optional(Text({ maxLength: MAX_NUMBER_CHARACTERS, default: '1', examples: ['1'] })),
});

export const SaleBody = Type.Object({
  formaPagamentoId: RecordId({ examples: [41] }),
  terminalId: RecordId({ examples: [1] }),
  referencia: Type.Optional(Line({ examples: ['pedido-123'] })),
  iniciarTransacaoAutomaticamente: autoStart,
  aguardarTefIniciarTransacao: autoStart,
  parcelamentoAdmin: Type.Optional(Bool({ description: 'true: parcelado pela administradora' })),
  quantidadeParcelas: Type.Optional(Int({ minimum: 0, maximum: MAX_INSTALLMENTS, default: 1 })),
  adquirente: Type.Optional(Line({ description: 'Aceito e ignorado' })),
  produtosVendidos: Type.Optional(Type.Array(SoldProduct, { maxItems: MAX_ITEMS })),
  valorTotalVendido: amount('Sem produtosVendidos é obrigatório; com eles deve ser a soma', '26,00'),
  valorAcrescimo: amount('Só onde o terminal permite'),
  valorDesconto: amount('Só onde o terminal permite'),
  observacao: Type.Optional(Paragraphs()),
  pedidoId: id(),
  operadorId: id(),
  pessoaClienteId: id(),
  integracaoId: Type.Optional(Int({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
});
export type SaleBody = Static<typeof SaleBody>;

export const CancelBody = Type.Object({
  intencaoVendaId: RecordId({ examples: [1] }),
  terminalId: id('O terminal da venda'),
  senhaTecnica: Type.Optional(
    Line({ description: 'Pedida em vendas TEF', examples: ['314159'], [UNSEARCHED]: 'password' }),
  ),
  iniciarTransacaoAutomaticamente: autoStart,
  aguardarTefIniciarTransacao: autoStart,
  referencia: Type.Optional(Line()),
});

export const AdministrativeBody = Type.Object({
  terminalId: RecordId({ examples: [1] }),
  senhaTecnica: Type.Optional(
    Line({ description: 'Obrigatória', examples: ['314159'], [UNSEARCHED]: 'password' }),
  ),
  iniciarTransacaoAutomaticamente: autoStart,
  aguardarTefIniciarTransacao: autoStart,
});

export const FilterBody = filters({
  intencaoVendaId: RecordId(),
  formaPagamentoId: RecordId(),
  terminalId: RecordId(),
  pedidoId: RecordId(),
  integracaoId: Int({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  status: Line({ description: 'Números ou nomes, com vírgulas', examples: ['Pendente,10'] }),
  vendasDia: Bool({ description: 'true: só as vendas de hoje' }),
  referencia: Line(),
  ...PERIOD_FIELDS,
  pagina: Int({ minimum: 0, maximum: MAX_PAGE, description: 'A partir de 1' }),
  tamanho: Int({ minimum: 0, maximum: MAX_LISTED, default: MAX_LISTED }),
});
export type FilterBody = Static<typeof FilterBody>;

const OrNull = (schema: Type.TSchema) => Type.Union([schema, Type.Null()]);
const Named = Type.Object({ id: Type.Integer(), nome: Type.String() });
const Money = Type.Number({ examples: [26] });

export const PaymentRecord = Type.Object(
  {
    id: Type.Integer(),
    tipo: Type.Integer({ description: '5 pagamento, 10 cancelamento, 15 administrativo' }),
    origem: Type.Integer(),
    idPagamento: Type.String(),
    nsuTid: Type.String(),
    trnNsu: Type.String(),
    autorizacao: Type.String(),
    adquirente: Type.String(),
    bandeira: Type.String(),
    codigoRespostaAdquirente: Type.String(),
    codigoRespostaExecTransac: Type.String(),
    mensagemRespostaAdquirente: Type.String(),
    idConfirmacao: Type.String(),
    dataAdquirente: Type.String(),
    dataAtualizacao: Type.String(),
    respostaAdquirente: Type.String(),
    comprovanteAdquirente: Type.String(),
    nomeTitularCartao: Type.String(),
    tipoParcelamento: Type.Integer({ description: '1 administradora, 2 loja' }),
    orderLIO: Type.Null(),
    pagamentoExternoStatus: Named,
  },
  { title: 'PagamentoExterno' },
);

const SALE_FIELDS = {
  id: Type.Integer({ examples: [1] }),
  referencia: OrNull(Type.String()),
  token: Type.String({ examples: ['041592'] }),
  data: Type.String({ examples: ['17/11/2016 17:40:21.0000'] }),
  hora: Type.String({ examples: ['17:40:21'] }),
  quantidade: Type.Number(),
  valorOriginal: Money,
  valorOriginalFormat: Type.String(),
  valorAcrescimo: Money,
  valorAcrescimoFormat: Type.String(),
  valorDesconto: Money,
  valorDescontoFormat: Type.String(),
  valorFinal: Money,
  valorFinalFormat: Type.String(),
  quantidadeParcelas: Type.Integer(),
  urlPagamento: OrNull(Type.String()),
  formaPagamento: Type.Object({
    id: Type.Integer(),
    nome: Type.String(),
    modalidade: Type.String(),
    fluxoPagamento: Named,
  }),
  terminal: Named,
  pagamentosExterno: Type.Array(PaymentRecord),
  pagamentosExternos: Type.Array(PaymentRecord),
  intencaoVendaStatus: Named,
  cliente: Type.Null(),
  pedido: OrNull(Type.Object({ id: Type.Integer(), referencia: OrNull(Type.String()), pedidoStatus: Named })),
  dataAtualizacao: Type.String(),
  latitude: Type.String(),
  longitude: Type.String(),
  vendedor: Type.Object({
    id: Type.Integer(),
    nomeRazaoSocial: Type.String(),
    sobrenomeNomeFantasia: OrNull(Type.String()),
    fotoThumbnail: OrNull(Type.String()),
    parceiro: Type.Null(),
  }),
  operador: OrNull(Type.String({ description: 'Nome do operador do caixa' })),
};

const RECEIPTS = { comprovanteCliente: Type.String(), comprovanteEstabelecimento: Type.String() };
const PaymentOfSale = Type.Object({ ...PaymentRecord.properties, ...RECEIPTS });

export const SaleRecord = Type.Object(
  {
    ...SALE_FIELDS,
    pagamentosExterno: Type.Array(PaymentOfSale),
    pagamentosExternos: Type.Array(PaymentOfSale),
    gate2allToken: OrNull(Type.String()),
    produtos: Type.Array(
      Type.Object({
        itemProdutoId: Type.Integer(),
        id: Type.Integer(),
        nome: Type.String(),
        quantidade: Type.String(),
        valor: Type.String(),
      }),
    ),
  },
  { title: 'IntencaoVenda' },
);

export const ListedSaleRecord = Type.Object(SALE_FIELDS, { title: 'IntencaoVendaListada' });

export const DetailedPaymentRecord = Type.Object(
  {
    ...PaymentRecord.properties,
    ...RECEIPTS,
    pessoa: Type.Object({
      id: Type.Integer(),
      nomeRazaoSocial: Type.String(),
      sobrenomeNomeFantasia: OrNull(Type.String()),
    }),
    terminal: Named,
  },
  { title: 'PagamentoExternoDetalhado' },
);
