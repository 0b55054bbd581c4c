import type { HttpRequest } from '../support/http-exchange.ts';
import { fc } from '../support/property.ts';
import { IN_A_YEAR } from '../support/sales.ts';
import { mutated } from './mutations.ts';
import { oddText, writeJson } from './odd-values.ts';

/** The demo seller's key. */
const KEY = 'chaveDeDemonstracaoDoVendedor0001';
/** One pixel. */
const PHOTO = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** A valid body for every operation with a body. */
const INSERTS: Readonly<Record<string, object>> = {
  '/Pessoa/Insert': {
    pessoa: {
      Id: 0,
      PessoaJuridica: false,
      NomeRazaoSocial: 'Ana',
      SobrenomeNomeFantasia: 'Silva',
      CpfCnpj: '529.982.247-25',
      Email: 'ana@loja.example',
      Telefone1: '11 91234-5678',
      Telefone2: '',
      Foto: PHOTO,
      Endereco: {
        TipoLogradouro: 'Rua',
        Logradouro: 'Augusta',
        Numero: '1',
        Cep: '01305000',
        Cidade: 'São Paulo',
        Uf: 'SP',
      },
    },
  },
  '/ProdutoCategoria/Insert': { id: 0, nome: 'Pães', pessoaId: 1 },
  '/Produto/Insert': {
    produto: {
      nome: 'Pão',
      descricao: 'Francês',
      valor: '1,50',
      controlaQuantidade: 'false',
      solicitaValor: 'false',
      produtoTipo: '10',
      produtoStatus: { id: 5, nome: 'Ativo' },
      fotoNome: 'pao.gif',
      fotBase64: PHOTO,
    },
  },
  '/Terminal/Insert': {
    nome: 'Caixa',
    impressora: { id: 1 },
    pessoa: { id: 1 },
    vendaPorValor: true,
    identificadorTef: 'TEF1',
    terminalFisicoId: 0,
  },
  '/Cliente/Insert': {
    cpfCnpj: '11144477735',
    nomeRazaoSocial: 'Ana',
    email: 'ana@loja.example',
    referencia: 'c-1',
    pessoaJuridica: false,
  },
  '/ClienteCartao/Insert': { id: 0, clienteId: 1, cliente: { id: 1, email: null }, preferencial: true },
  '/ClienteCartao/GetByClienteId': { clienteId: 1, cliente: { id: 1 }, draw: 1 },
  '/PagamentoRecorrente/Insert': {
    clienteId: 1,
    referencia: 'plano 1',
    descricao: 'Mensalidade',
    dataInicio: IN_A_YEAR,
    quantidade: '3',
    valor: '50,00',
  },
  '/PagamentoRecorrente/Cancelar': { pagamentoRecorrenteId: 1 },
  '/Pedido/Insert': {
    pessoaVendedorId: 0,
    referencia: 'mesa 7',
    obs: 'sem cebola',
    ValorTotalPedido: '300.00',
    urlRetorno: 'http://localhost:9/volta',
    terminalFisicoId: 0,
    produtosPedido: [{ Id: '', Nome: 'Couvert', Valor: '150,00', Quantidade: '2' }],
    pedidoFormasPagamento: [{ FormaPagamento: { Id: 21 }, QuantidadeMaximaParcelas: 3, Adquirente: 'REDE' }],
  },
  '/Pedido/GetByFiltros': {
    pessoaIds: 1,
    status: 'Aberto,6',
    tipo: 'Interno',
    dataInicio: '01/02/2026 10:00:00',
    dataFim: '02/02/2027',
    valorComDivergencia: false,
    referencia: 'mesa 7',
    pagina: 1,
    tamanho: 10,
  },
  '/Pedido/Cancelar': { pedidoId: 1 },
  '/TerminalFisico/Insert': {
    id: '0',
    nome: 'Balcão',
    pontoCaptura: 'PC1',
    ambientePgw: 'PRODUCAO',
    status: 5,
    obs: 'porta',
    usaPinPad: true,
    appAtualizacaoId: '7',
    appAtualizacaoObrigatoria: 'false',
  },
  '/Operador/Insert': {
    id: 0,
    nome: 'Ana',
    login: 'ana',
    email: 'ana@loja.example',
    ativo: true,
    perfil: 'caixa',
  },
  '/Impressora/Insert': { id: 0, nome: 'Balcão', impressoraTemplate: { id: 2 } },
  '/IntencaoImpressao/Insert': {
    referencia: 'mesa 7',
    conteudo: 'Total: 10,00',
    terminalId: 1,
    impressoraId: 0,
    aguardarClienteIniciarImpressao: false,
  },
  '/PagamentoExterno/InsertPagamentoExternoTipoAdmin': {
    terminalId: 1,
    senhaTecnica: '314159',
    aguardarTefIniciarTransacao: false,
  },
  '/Callback/Insert': { callbackTipo: 1, urlCallback: 'http://localhost:9/' },
  '/Callback/Delete': { callbackTipo: 1 },
};

const LISTS = [
  '/Produto/GetByPessoaId',
  '/Terminal/GetByPessoaId',
  '/FormaPagamento/GetByPessoaId',
  '/Cliente/GetByPessoaId',
  '/Cliente/GetById',
  '/ClienteCartao/GetByClienteId',
  '/PagamentoRecorrente/GetByClienteId',
  '/PagamentoRecorrente/GetById',
  '/Pedido/GetById',
  '/Pedido/GetPedidosByPessoaId',
  '/Terminal/GetById',
  '/TerminalFisico/GetByPessoaId',
  '/ProdutoCategoria/GetByPessoaId',
  '/TerminalFisico/GetById',
  '/Instalacao/GetById',
  '/Pessoa/GetById',
  '/Pessoa/GetAll',
  '/Pessoa/GetByNomeCpfCnpj',
  '/Impressora/GetByPessoaId',
  '/Operador/GetByPessoaId',
  '/IntencaoImpressao/GetById',
] as const;

const oddId = fc.oneof(
  fc.constantFrom(
    '0',
    '1',
    '2',
    '-1',
    '1.5',
    '1e1',
    '',
    '9007199254740993',
    '%00',
    '1;2',
    '__proto__',
    '9'.repeat(40),
  ),
  oddText.filter((text) => text.isWellFormed()).map((text) => encodeURIComponent(text.slice(0, 100))),
);
const key = fc.oneof(
  { weight: 6, arbitrary: fc.constant(`?key=${KEY}`) },
  { weight: 1, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: oddId.map((odd) => `?key=${odd}`) },
  { weight: 1, arbitrary: oddId.map((odd) => `?key=${KEY}&key=${odd}`) },
  {
    weight: 3,
    arbitrary: oddId.map(
      (odd) => `?key=${KEY}&pessoaId=${odd}&clienteId=${odd}&pedidoId=${odd}&terminalId=${odd}`,
    ),
  },
);

/** A valid request for each insert. */
export const validInserts: readonly HttpRequest[] = Object.entries(INSERTS)
  .filter(([path]) => path.endsWith('/Insert'))
  .map(([path, body]) => insertCall(path, `?key=${KEY}`, body));

const inserts: fc.Arbitrary<HttpRequest> = fc
  .constantFrom(...Object.entries(INSERTS))
  .chain(([path, body]) => fc.tuple(fc.constant(path), key, mutated(body)))
  .map(([path, query, body]) => insertCall(path, query, body));

function insertCall(path: string, query: string, body: unknown): HttpRequest {
  return {
    method: 'POST',
    path: path + query,
    headers: { 'Content-Type': 'application/json' },
    body: writeJson(body),
  };
}

const lists: fc.Arbitrary<HttpRequest> = fc
  .tuple(
    fc.constantFrom(...LISTS),
    key,
    fc.constantFrom('GET', 'POST'),
    mutated({ pessoaId: 1, clienteId: 1 }),
  )
  .map(([path, query, method, body]) => ({
    method,
    path: path + query,
    headers: { 'Content-Type': 'application/json' },
    body: writeJson(body),
  }));

/** Few, because each may cost a password check. */
const logins: fc.Arbitrary<HttpRequest> = mutated({ cpfCnpj: '11144477735', senha: 'uma senha errada' }).map(
  (body) => ({
    method: 'POST',
    path: '/Login/Login/',
    headers: { 'Content-Type': 'application/json' },
    body: writeJson(body),
  }),
);

/** Invalid bodies and queries of the operational interface. */
export const spoiledOperations: fc.Arbitrary<HttpRequest> = fc.oneof(
  { weight: 12, arbitrary: inserts },
  { weight: 6, arbitrary: lists },
  { weight: 1, arbitrary: logins },
);
