import { GatewayError } from '../../gateway/http/index.ts';
import { interfaceOf } from '../interfaces.ts';
import { detailsOf, EXAMPLE_VALUES, errorExampleOf, STATUS_MEANINGS } from './api-examples.ts';
import { API_TAGS } from './api-tags.ts';
import { GATEWAY_CODES, PROVIDER_CODES } from './error-codes.ts';
import { PIX_EXAMPLES } from './pix-examples.ts';
import { SLIP_EXAMPLES } from './slip-examples.ts';

const SECURITY_SCHEMES = {
  authenticationApi: { type: 'apiKey', in: 'header', name: 'authenticationApi' },
  authenticationKey: { type: 'apiKey', in: 'header', name: 'authenticationKey' },
  checkout: { type: 'http', scheme: 'basic' },
  key: {
    type: 'apiKey',
    in: 'query',
    name: 'key',
    description: 'Da interface operacional: uma chave de integração, ou a que o login entrega',
  },
} as const;

const COMMON = `Gateway de pagamento com cartão. Passo a passo, em [guias](/docs/guias): a primeira venda, cartão criptografado,
3-D Secure, avisos, o caixa, a operação. Todas as chamadas em um arquivo para Postman, Insomnia ou Bruno:
[coleção](/docs/postman.json).

Os valores são em centavos. Erros trazem \`error.code\` (estável), \`error.message\`, \`error.field\` e \`error.requestId\`.
O mesmo \`X-Request-Id\` está na resposta e nos logs do serviço.

Na interface operacional, um \`…/Insert\` com \`id\` edita: o que falta ou é \`null\` fica como está, um texto vazio
(\`""\`) apaga o texto ou número, e \`impressora: null\` tira a impressora.`;

/** Markdown above the calls. */
export const API_INTRODUCTION = {
  sandbox: `${COMMON}

Esta é a **sandbox**: nada é cobrado. Credenciais de demonstração: \`authenticationApi: demo\`,
\`authenticationKey: 0123456789ABCDEF0123\`; chave pública com Basic \`C0DE0123456789ABCDEF\` :
\`0123456789ABCDEFC0DE\`. Cartão aprovado: \`4235647728025682\`; sem saldo: \`4000000000090516\`.`,
  production: COMMON,
} as const;

/** Fills the credentials of the page's examples in the sandbox. */
export const DEMO_CREDENTIALS = {
  preferredSecurityScheme: [['authenticationApi', 'authenticationKey'], 'checkout'],
  securitySchemes: {
    authenticationApi: { value: 'demo' },
    authenticationKey: { value: '0123456789ABCDEF0123' },
    checkout: { username: 'C0DE0123456789ABCDEF', password: '0123456789ABCDEFC0DE' },
    key: { value: 'chaveDeDemonstracaoDoVendedor0001' },
  },
} as const;

/** The same in the variables of the Postman collection. */
export const DEMO_VARIABLES = {
  authenticationApi: DEMO_CREDENTIALS.securitySchemes.authenticationApi.value,
  authenticationKey: DEMO_CREDENTIALS.securitySchemes.authenticationKey.value,
  checkoutUser: DEMO_CREDENTIALS.securitySchemes.checkout.username,
  checkoutPassword: DEMO_CREDENTIALS.securitySchemes.checkout.password,
  key: DEMO_CREDENTIALS.securitySchemes.key.value,
} as const;

export const NO_CREDENTIALS: Readonly<Record<keyof typeof DEMO_VARIABLES, string>> = {
  authenticationApi: '',
  authenticationKey: '',
  checkoutUser: '',
  checkoutPassword: '',
  key: '',
};

/** Calls without a key, by their paths; a registration works with one and without. */
const OPEN_CALLS = /^\/(?:checkout\/|photos\/|Login\/Login$)/;
const REGISTRATION = '/Pessoa/Insert';

const MESSAGE_ERROR = {
  title: 'MessageError',
  type: 'object',
  properties: { message: { type: 'string', description: 'O que está errado e o que fazer' } },
  required: ['message'],
  examples: [{ message: 'Informe o valor do produto.' }],
} as const;

const POSTBACK = {
  post: {
    operationId: 'postback',
    tags: ['Transações'],
    summary: 'Aviso de cada mudança de status de uma transação, a `postBackUrl`',
    description:
      'Responda 200 em até 10 segundos. Aceite cada `webhook-id` uma vez, e confira a assinatura (Standard Webhooks): ' +
      '[guia](/docs/guias/avisos).',
    security: [],
    parameters: [
      header('webhook-id', '0199aabb-ccdd-7eee-8fff-001122334455.2'),
      header('webhook-timestamp', '1789000000'),
      header('webhook-signature', 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='),
    ],
    requestBody: {
      content: {
        'application/json': {
          schema: {
            title: 'Postback',
            type: 'object',
            required: ['transactionId', 'status'],
            properties: {
              transactionId: { type: 'string' },
              referenceId: { type: 'string' },
              status: { type: 'integer' },
              providerReference: { type: 'string' },
            },
            examples: [
              {
                transactionId: '0199aabb-ccdd-7eee-8fff-001122334455',
                referenceId: 'pedido-1',
                status: 6,
                providerReference: '10012345',
              },
            ],
          },
        },
      },
    },
    responses: {
      '200': { description: 'Entregue' },
      '4XX': { description: 'Será repetido por um dia e meio; qualquer outra resposta também' },
    },
  },
} as const;

const CALLBACK = {
  post: {
    operationId: 'callback',
    tags: ['Callback'],
    summary: 'Aviso de uma venda do caixa que terminou, ao endereço de `Callback/Insert`',
    description:
      'O corpo é vazio. Qualquer 2xx o entrega; o estado da venda se consulta em `IntencaoVenda/GetById`.',
    security: [],
    parameters: ['cpfCnpj', 'intencaoVendaId', 'intencaoVendaReferencia', 'pedidoId', 'pedidoReferencia'].map(
      (name) => ({ name, in: 'query', schema: { type: 'string' } }),
    ),
    responses: {
      '2XX': { description: 'Entregue' },
      '4XX': { description: 'Será repetido; qualquer outra resposta também' },
    },
  },
} as const;

function header(name: string, example: string) {
  return { name, in: 'header', schema: { type: 'string' }, example } as const;
}

/** What the API reference says in both modes, besides the calls themselves. */
export const API_DESCRIPTION = {
  title: 'Guichê',
  version: '1',
  tags: API_TAGS,
  licence: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  securitySchemes: SECURITY_SCHEMES,
  webhooks: { postback: POSTBACK, callback: CALLBACK },
  securityOf: (path: string) => {
    if (OPEN_CALLS.test(path)) return [];
    return path === REGISTRATION ? [{ key: [] }, {}] : [{ key: [] }];
  },
  errorExampleOf,
  detailsOf,
  statusMeanings: STATUS_MEANINGS,
  exampleValues: EXAMPLE_VALUES,
  furtherExamples: [...PIX_EXAMPLES, ...SLIP_EXAMPLES],
  contact: { name: 'Quem opera este serviço' },
  knownValues: {
    Error: { 'error.code': GATEWAY_CODES },
    Transaction: { 'payment.card.providerCode': PROVIDER_CODES },
  },
  errorSchemaOf: (path: string) =>
    interfaceOf(path).errorBody === 'structured' ? GatewayError : MESSAGE_ERROR,
};
