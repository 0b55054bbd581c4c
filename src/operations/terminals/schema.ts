import Type, { type Static } from 'typebox';
import { Bool, Int } from '../../platform/index.ts';
import { RecordId } from '../interface/record-id.ts';
import { Line } from '../interface/texts.ts';
import { ListedPerson } from '../persons/index.ts';

const PrinterId = () => Int({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const off = () => Type.Optional(Bool({ default: false }));

export const TerminalBody = Type.Object({
  id: Type.Optional(RecordId({ description: 'Só para editar: 0, vazio ou ausente cria' })),
  nome: Line({ examples: ['Caixa 1'] }),
  pessoa: Type.Optional(Type.Object({ id: Type.Optional(RecordId()) })),
  pessoaId: Type.Optional(RecordId({ description: 'O mesmo que pessoa.id; padrão: a pessoa da chave' })),
  impressora: Type.Optional(
    Type.Object({ id: Type.Optional(PrinterId()) }, { description: 'id 0 ou vazio: nenhuma' }),
  ),
  impressoraId: Type.Optional(PrinterId()),
  terminalFisicoId: Type.Optional(RecordId({ description: 'Ausente: um terminal físico próprio' })),
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
  identificadorTef: Type.Optional(Line()),
  rastrearIntervalo: Type.Optional(Line({ description: 'Intervalo de rastreamento' })),
  parcelamentoPadrao: Type.Optional(Line({ description: 'loja (padrão) ou admin', examples: ['loja'] })),
});
export type TerminalBody = Static<typeof TerminalBody>;

const Printer = Type.Union([Type.Object({ id: Type.Integer() }), Type.Null()]);

export const SavedTerminalRecord = Type.Object({
  id: Type.Integer({ examples: [4] }),
  nome: Type.String({ examples: ['Caixa 1'] }),
  impressora: Printer,
  pessoa: ListedPerson,
});

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

export const TerminalRecord = Type.Object({
  ...SavedTerminalRecord.properties,
  terminalFisico: Type.Object({
    id: Type.Integer({ examples: [4] }),
    nome: Type.String({ examples: ['Caixa 1'] }),
    instalacaoId: Type.String(),
    pessoa: ListedPerson,
  }),
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
});
