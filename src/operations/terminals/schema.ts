import Type, { type Static, type TSchemaOptions } from 'typebox';
import { Bool, clearable, Int, readLater } from '../../platform/http/index.ts';
import { RecordId } from '../interface/record-id.ts';
import { Line } from '../interface/texts.ts';
import { ListedPerson } from '../persons/index.ts';

const PrinterId = (options: TSchemaOptions = {}) =>
  Int({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...options });
const InstallationId = () =>
  clearable(Line({ description: 'Do cliente de pagamento instalado no terminal físico' }));
const off = () => Type.Optional(Bool({ default: false }));

const SentParameter = Type.Object({
  id: Type.Optional(Int({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, examples: [80] })),
  /** Read as its equivalent configuration field. */
  valor: Type.Optional(readLater(Type.String({ examples: ['true'] }))),
  parametro: Type.Optional(
    Type.Object({
      id: Type.Optional(Int({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, examples: [80] })),
      nome: Type.Optional(Line({ examples: ['permiteVendaParcelada'] })),
    }),
  ),
});

export const TerminalBody = Type.Object({
  id: Type.Optional(RecordId({ description: 'Só para editar: 0, vazio ou ausente cria' })),
  nome: Line({ examples: ['Caixa 1'] }),
  pessoa: Type.Optional(Type.Object({ id: Type.Optional(RecordId()) })),
  pessoaId: Type.Optional(RecordId({ description: 'O mesmo que pessoa.id; padrão: a pessoa da chave' })),
  impressora: Type.Optional(
    clearable(
      Type.Object({ id: Type.Optional(PrinterId()) }, { description: 'null, id 0 ou vazio: nenhuma' }),
      { byNull: true },
    ),
  ),
  impressoraId: Type.Optional(
    clearable(PrinterId({ description: 'Vale mais que impressora.id; 0 ou vazio: nenhuma' })),
  ),
  terminalFisico: Type.Optional(
    Type.Object({ id: Type.Optional(RecordId()), instalacaoId: Type.Optional(InstallationId()) }),
  ),
  terminalFisicoId: Type.Optional(
    RecordId({ description: 'Vale mais que terminalFisico.id; ausente: um terminal físico próprio' }),
  ),
  instalacaoId: Type.Optional(InstallationId()),
  solicitarReferencia: off(),
  solicitarCliente: off(),
  solicitarOperador: off(),
  permiteVendaParcelada: off(),
  permiteDesconto: off(),
  permiteAcrescimo: off(),
  aguardaTef: off(),
  habilitarPDV: off(),
  vendaPorValor: Type.Optional(Bool({ default: true })),
  vendaPorProduto: off(),
  habilitarPedidos: off(),
  impressaoAutomatica: off(),
  imprimirProdutos: off(),
  imprimirCupomLojista: off(),
  imprimirCupomCliente: off(),
  identificadorTef: Type.Optional(clearable(Line())),
  rastrearIntervalo: Type.Optional(clearable(Line({ description: 'Intervalo de rastreamento' }))),
  parcelamentoPadrao: Type.Optional(
    clearable(Line({ description: 'loja (padrão) ou admin', examples: ['loja'] })),
  ),
  terminalParametros: Type.Optional(
    Type.Array(SentParameter, {
      description: 'Como na lista; o campo solto equivalente tem prioridade, e o parâmetro 80 sobre o 40',
    }),
  ),
});
export type TerminalBody = Static<typeof TerminalBody>;

const Printer = Type.Union([Type.Object({ id: Type.Integer(), nome: Type.String() }), Type.Null()]);

export const SavedTerminalRecord = Type.Object(
  {
    id: Type.Integer({ examples: [4] }),
    nome: Type.String({ examples: ['Caixa 1'] }),
    impressora: Printer,
    pessoa: ListedPerson,
  },
  { title: 'TerminalSalvo' },
);

const Parameter = Type.Object({
  id: Type.Integer({ examples: [80] }),
  valor: Type.String({ examples: ['false'] }),
  parametro: Type.Object({
    id: Type.Integer({ examples: [80] }),
    nome: Type.String({ examples: ['permiteVendaParcelada'] }),
    descricao: Type.String({ examples: ['permiteVendaParcelada'] }),
    valor: Type.Null(),
  }),
});

export const TerminalRecord = Type.Object(
  {
    ...SavedTerminalRecord.properties,
    terminalFisico: Type.Object({
      id: Type.Integer({ examples: [4] }),
      nome: Type.String({ examples: ['Caixa 1'] }),
      instalacaoId: Type.String(),
      pontoCaptura: Type.String(),
      pessoa: ListedPerson,
    }),
    pontoCaptura: Type.String({ description: 'O do terminal físico' }),
    pessoaUltimaModificacao: Type.Union([
      Type.Object({ id: Type.Integer(), nome: Type.String() }),
      Type.Null(),
    ]),
    dataUltimaModificacao: Type.String({ description: 'dd/MM/aaaa HH:mm; vazia sem alteração conhecida' }),
    solicitarReferencia: Type.Boolean(),
    solicitarCliente: Type.Boolean(),
    solicitarOperador: Type.Boolean(),
    permiteVendaParcelada: Type.Boolean(),
    permiteDesconto: Type.Boolean(),
    permiteAcrescimo: Type.Boolean(),
    aguardaTef: Type.Boolean(),
    habilitarPDV: Type.Boolean(),
    vendaPorValor: Type.Boolean(),
    vendaPorProduto: Type.Boolean(),
    habilitarPedidos: Type.Boolean(),
    impressaoAutomatica: Type.Boolean(),
    imprimirProdutos: Type.Boolean(),
    imprimirCupomLojista: Type.Boolean(),
    imprimirCupomCliente: Type.Boolean(),
    identificadorTef: Type.String(),
    rastrearIntervalo: Type.String(),
    parcelamentoPadrao: Type.String({ examples: ['loja'] }),
    terminalParametros: Type.Array(Parameter),
  },
  { title: 'Terminal' },
);
