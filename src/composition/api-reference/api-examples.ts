import type { ExampleValues } from '../../platform/http/index.ts';
import { interfaceOf } from '../interfaces.ts';

const TRANSACTION_ID = '0199aabb-ccdd-7eee-8fff-001122334455';
const LOCAL_MOMENT = '2026-11-22T10:30:00';
const BRAZILIAN_MOMENT = '22/11/2026 10:30:00.0000';

const TRANSACTION = {
  transactionId: TRANSACTION_ID,
  referenceId: 'pedido-1',
  amount: '1000',
  status: 6,
  dtTransaction: LOCAL_MOMENT,
  customer: { name: 'Maria da Silva', document: '11144477735' },
  payment: {
    card: {
      type: 1,
      capture: true,
      installments: 1,
      interestType: 3,
      authenticate: 3,
      saveCard: false,
      recurrent: false,
      provider: 'REDE',
      providerVersion: 'Rest',
      integrationType: 1,
      providerReference: '10012345',
      providerCode: '00',
      providerMessage: 'Transação autorizada com sucesso',
      codAuthorization: '123456',
      capturedAmount: '1000',
      cardInfo: {
        number: '423564******5682',
        expirationMonth: '12',
        expirationYear: '2035',
        cvv: '***',
        brand: 'VISA',
        holderName: 'MARIA DA SILVA',
      },
    },
  },
};

/** What members of these names hold in the examples, where their schema has none of its own. */
export const EXAMPLE_VALUES: ExampleValues = {
  Transaction: [TRANSACTION],
  transactionId: [TRANSACTION_ID],
  tokenizationId: [TRANSACTION_ID],
  paymentLinkId: [TRANSACTION_ID],
  requestId: [TRANSACTION_ID],
  referenceId: ['pedido-1'],
  description: ['Duas entradas'],
  amount: ['1000'],
  capturedAmount: ['1000'],
  refundedAmount: ['0'],
  minAmount: ['1000'],
  maxAmount: ['5000'],
  status: [6, 1],
  dtTransaction: [LOCAL_MOMENT],
  dtCreation: [LOCAL_MOMENT],
  dtExpiration: ['2026-11-29T10:30:00'],
  retryAfter: ['2026-11-25T10:30:00'],
  userAgent: ['Mozilla/5.0'],
  postBackUrl: ['https://loja.example/avisos'],
  returnUrl: ['https://loja.example/volta'],
  redirectUrl: ['https://loja.example/volta'],
  url: ['https://pagar.example/p/3fe1'],
  qrCodeUrl: ['https://pagar.example/p/3fe1/qr'],
  name: ['Maria da Silva'],
  document: ['11144477735'],
  type: [1],
  installments: [1],
  interestType: [3],
  authenticate: [3],
  integrationType: [1],
  softDescriptor: ['LOJA*PEDIDO'],
  provider: ['REDE'],
  providerVersion: ['Rest'],
  providerReference: ['10012345'],
  providerCode: ['00'],
  providerMessage: ['Transação autorizada com sucesso'],
  authenticationECI: [5],
  codAuthorization: ['123456'],
  number: ['423564******5682'],
  expirationMonth: ['12'],
  expirationYear: ['2035'],
  cvv: ['***'],
  brand: ['VISA'],
  holderName: ['MARIA DA SILVA'],
  token: ['0199aabb-ccdd-7eee-8fff-0011223344555682'],
  publicKey: ['-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A…\n-----END PUBLIC KEY-----'],
  sessionKey: ['5f2c7a9e1b3d4c6f8a0b2d4e6f8a0c1e'],
  data: [BRAZILIAN_MOMENT],
  dataAtualizacao: [BRAZILIAN_MOMENT],
  dataAdquirente: [BRAZILIAN_MOMENT],
  dataFim: [BRAZILIAN_MOMENT],
  proximaTentativa: [BRAZILIAN_MOMENT],
  key: ['chaveDeDemonstracaoDoVendedor0001'],
  cpfCnpj: ['11144477735'],
  cpfCnpjFormat: ['111.444.777-35'],
  senha: ['guiche-vendedor'],
  nome: ['Loja da Praça'],
  nomeRazaoSocial: ['Maria da Silva'],
  nomeTitularCartao: ['MARIA DA SILVA'],
  sobrenomeNomeFantasia: ['Loja da Praça'],
  sobreNome: ['da Silva'],
  email: ['maria@loja.example'],
  telefone: ['11 91234-5678'],
  telefone1: ['11 91234-5678'],
  telefone2: ['11 3123-4567'],
  tipoLogradouro: ['Rua'],
  logradouro: ['das Flores'],
  numero: ['100', 1],
  complemento: ['Sala 2'],
  cep: ['01001-000'],
  bairro: ['Centro'],
  cidade: ['São Paulo'],
  uf: ['SP'],
  descricao: ['Café coado'],
  referencia: ['cliente-1'],
  quantidade: ['1', 1],
  valor: ['12,50', 'true'],
  valorFormat: ['12,50'],
  valorOriginalFormat: ['12,50'],
  valorAcrescimoFormat: ['0,00'],
  valorDescontoFormat: ['0,00'],
  valorFinalFormat: ['12,50'],
  valorAbertoFormat: ['12,50'],
  valorOriginalPagoFormat: ['0,00'],
  valorOriginalEmPagamentoFormat: ['0,00'],
  bandeira: ['VISA'],
  adquirente: ['REDE'],
  nsu: ['000123'],
  nsuTid: ['000123'],
  trnNsu: ['000123'],
  autorizacao: ['123456'],
  codigoRespostaAdquirente: ['00'],
  mensagemRespostaAdquirente: ['Transação autorizada com sucesso'],
  statusDescricao: ['Ativo'],
  modalidade: ['Crédito'],
  parcelamentoPadrao: ['loja'],
  urlPagamento: ['https://pagar.example/p/3fe1'],
  urlRetorno: ['https://loja.example/volta'],
  urlCallback: ['https://loja.example/caixa'],
  urlCapturarDadosCartao: ['https://pagar.example/c/3fe1'],
};

/** What the statuses of answers mean. */
export const STATUS_MEANINGS: Readonly<Record<string, string>> = {
  '200': 'Feito',
  '201': 'Criado; uma venda recusada também, com status 7',
  '204': 'Feito, sem corpo',
  '400': 'Um campo está errado ou falta; `field` diz qual',
  '401': 'Credenciais ausentes ou inválidas',
  '404': 'Não existe, ou é de outra loja',
  '409': 'O estado atual não permite a operação',
  '422': 'A Idempotency-Key já foi usada com outro pedido',
  '503': 'Indisponível no momento: repita depois de `Retry-After` segundos',
  '4XX': 'O pedido foi recusado; a resposta diz por quê',
};

/** Guides by the beginning of the path. */
const GUIDES: readonly (readonly [start: string, guide: string])[] = [
  ['/v2/checkout', 'cartao-cifrado'],
  ['/checkout/', 'cartao-cifrado'],
  ['/v1/transactions/', 'captura-e-estorno'],
  ['/v1/transactions', 'primeira-venda'],
  ['/v1/receivables', 'recebimentos'],
  ['/v1/disputes', 'disputas'],
  ['/v1/', 'cartoes-guardados-e-links'],
  ['/ClienteCartao', 'recorrencia'],
  ['/PagamentoRecorrente', 'recorrencia'],
  ['/Pedido', 'pedidos'],
  ['/Callback', 'callbacks'],
  ['/ClientePagamento', 'cliente-de-pagamento'],
];

/** Where a call is explained step by step. */
export function detailsOf(path: string): string {
  const [, guide = 'caixa'] = GUIDES.find(([start]) => path.startsWith(start)) ?? [];
  return `Passo a passo: [guia](/docs/guias/${guide}). Erros: [catálogo](/docs/guias/erros).`;
}

const GATEWAY_ERRORS: Readonly<
  Record<string, { readonly code: string; readonly message: string; readonly field?: string }>
> = {
  '400': {
    code: 'amount_invalid',
    message:
      'O campo amount deve ser um número inteiro entre 1 e 999999999999, em centavos, sem vírgula nem ponto: R$ 10,00 é 1000.',
    field: 'amount',
  },
  '401': {
    code: 'credentials_invalid',
    message:
      'Credenciais ausentes ou inválidas. Envie os cabeçalhos authenticationApi e authenticationKey; com o par de checkout, Authorization: Basic.',
  },
  '404': { code: 'transaction_not_found', message: 'Transação não encontrada.' },
  '409': {
    code: 'status_conflict',
    message: 'A transação está no status 7 NEGADA. A captura vale no status 5 AUTORIZADA.',
  },
  '422': {
    code: 'idempotency_mismatch',
    message: 'Esta Idempotency-Key já foi usada com outro pedido: use uma nova.',
  },
  '503': { code: 'unavailable', message: 'Serviço indisponível no momento. Tente de novo em instantes.' },
};
const OTHER_ERROR = { code: 'not_found', message: 'Recurso não encontrado.' };

/** An error of this status as the interface of the path answers it. */
export function errorExampleOf(path: string, status: string): object {
  if (interfaceOf(path).errorBody === 'message')
    return { message: 'Parâmetro [pessoaId] não pode ser nulo.' };
  return { error: { ...(GATEWAY_ERRORS[status] ?? OTHER_ERROR), requestId: TRANSACTION_ID } };
}
