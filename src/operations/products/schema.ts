import Type, { type Static } from 'typebox';
import { Bool, clearable, Int, Text, UNSEARCHED } from '../../platform/http/index.ts';
import { RecordId } from '../interface/record-id.ts';
import { Line, Paragraphs } from '../interface/texts.ts';
import { MAX_PHOTO_CHARACTERS } from '../photos/index.ts';

const MAX_TYPE = 999;
const MAX_NUMBER_CHARACTERS = 20;

const text = (description?: string) =>
  Type.Optional(clearable(Line(description === undefined ? {} : { description })));
const quantity = (description: string) =>
  Type.Optional(clearable(Text({ maxLength: MAX_NUMBER_CHARACTERS, description, examples: ['10'] })));

export const ProductBody = Type.Object({
  id: Type.Optional(RecordId({ description: 'Só para editar: 0, vazio ou ausente cria' })),
  nome: Line({ examples: ['Café coado'] }),
  descricao: Type.Optional(clearable(Paragraphs())),
  referencia: text('Identificador no sistema integrado'),
  valor: Type.Optional(
    clearable(
      Text({
        maxLength: MAX_NUMBER_CHARACTERS,
        description: 'Reais, com vírgula decimal; vazio, ou ausente em um produto novo: valor aberto',
        examples: ['12,50'],
      }),
    ),
  ),
  solicitaValor: Type.Optional(
    Bool({ description: 'true: o valor é pedido na venda; padrão: true quando não há valor' }),
  ),
  quantidade: quantity('Em estoque; até quatro casas decimais'),
  controlaQuantidade: Type.Optional(Bool({ default: false })),
  produtoTipo: Type.Optional(clearable(Int({ minimum: 0, maximum: MAX_TYPE, default: 10 }))),
  servico: Type.Optional(Bool({ default: false })),
  produtoStatus: Type.Optional(
    Type.Object({
      id: Type.Optional(Int({ minimum: 0, maximum: MAX_TYPE, description: '5 Ativo (padrão), 10 Inativo' })),
      nome: text(),
    }),
  ),
  produtoCategoria: Type.Optional(Type.Object({ id: Type.Optional(RecordId()) })),
  produtoCategoriaId: Type.Optional(
    RecordId({ description: 'O mesmo que produtoCategoria.id; padrão: a primeira categoria' }),
  ),
  fotoNome: text('Aceito e ignorado'),
  fotBase64: Type.Optional(
    clearable(
      Text({
        maxLength: MAX_PHOTO_CHARACTERS,
        [UNSEARCHED]: 'picture',
        description: 'JPEG, PNG, WebP ou GIF em base64, com ou sem prefixo data:; vazio remove a foto',
      }),
    ),
  ),
  ean: text(),
  ncm: text(),
  cfop: text(),
  extipi: text(),
  origem: text(),
  unidadeTributaria: text(),
  quantidadeTributaria: quantity('Até quatro casas decimais'),
  unidadeComercial: text(),
  quantidadeComercial: quantity('Até quatro casas decimais'),
  informacoesComplementares: Type.Optional(clearable(Paragraphs())),
  produtoImposto: text(),
});
export type ProductBody = Static<typeof ProductBody>;

const OrNull = (schema: Type.TSchema) => Type.Union([schema, Type.Null()]);
const textOrNull = OrNull(Type.String());

export const ProductRecord = Type.Object(
  {
    id: Type.Integer({ examples: [12] }),
    nome: Type.String({ examples: ['Café coado'] }),
    descricao: textOrNull,
    referencia: textOrNull,
    quantidade: OrNull(Type.Number()),
    valor: Type.String({ description: 'Vazio quando o valor é pedido na venda', examples: ['12,50'] }),
    solicitaValor: Type.Boolean(),
    controlaQuantidade: Type.Boolean(),
    produtoTipo: Type.Integer({ examples: [10] }),
    servico: Type.Boolean(),
    foto: OrNull(Type.String({ description: 'URL da foto' })),
    fotoThumbnail: OrNull(Type.String({ description: 'URL da miniatura' })),
    ean: textOrNull,
    ncm: textOrNull,
    cfop: textOrNull,
    extipi: textOrNull,
    origem: textOrNull,
    unidadeTributaria: textOrNull,
    quantidadeTributaria: Type.Number({ examples: [0] }),
    unidadeComercial: textOrNull,
    quantidadeComercial: Type.Number({ examples: [0] }),
    informacoesComplementares: textOrNull,
    produtoImposto: textOrNull,
    produtoStatus: Type.Object({
      id: Type.Integer({ examples: [5] }),
      nome: Type.String({ examples: ['Ativo'] }),
    }),
    produtoCategoria: OrNull(Type.Object({ id: Type.Integer(), nome: Type.String() })),
  },
  { title: 'Produto' },
);
