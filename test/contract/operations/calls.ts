import {
  answered,
  DEMO_KEY,
  DEMO_SELLER,
  type Members,
  objectIn,
  post,
} from '../../support/operations-client.ts';
import type { TestService } from '../../support/service.ts';

/** One operation of the interface, with its minimal request. */
export interface Call {
  readonly path: string;
  readonly verbs: readonly ('GET' | 'POST')[];
  /** The member of the answer that holds the record or the list. */
  readonly member: string;
  /** Whether the answer carries the server's time (docs/contract/decided.md 4). */
  readonly withData: boolean;
  readonly key: 'required' | 'optional' | 'none';
  readonly body: Members;
  /** Names of objects in which the body may be wrapped; none if it must be flat. */
  readonly wrapper?: string;
}

const INSERT = { verbs: ['POST'], withData: true, key: 'required' } as const;
const GET_BY = { verbs: ['GET', 'POST'], withData: true, key: 'required', body: {} } as const;

export const INSERTS: readonly Call[] = [
  {
    ...INSERT,
    path: '/Pessoa/Insert',
    member: 'pessoa',
    withData: false,
    key: 'optional',
    body: { nomeRazaoSocial: 'Padaria', cpfCnpj: '12345678909' },
    wrapper: 'pessoa',
  },
  { ...INSERT, path: '/ProdutoCategoria/Insert', member: 'produtoCategoria', body: { nome: 'Bebidas' } },
  {
    ...INSERT,
    path: '/Produto/Insert',
    member: 'produto',
    withData: false,
    body: { nome: 'Café' },
    wrapper: 'produto',
  },
  { ...INSERT, path: '/Terminal/Insert', member: 'terminal', body: { nome: 'Caixa' }, wrapper: 'terminal' },
  {
    ...INSERT,
    path: '/Cliente/Insert',
    member: 'cliente',
    body: { cpfCnpj: '12345678909' },
    wrapper: 'cliente',
  },
];

export const LISTS: readonly Call[] = [
  { ...GET_BY, path: '/Produto/GetByPessoaId', member: 'produtos' },
  { ...GET_BY, path: '/Terminal/GetByPessoaId', member: 'terminais' },
  { ...GET_BY, path: '/FormaPagamento/GetByPessoaId', member: 'formasPagamento' },
  { ...GET_BY, path: '/Cliente/GetByPessoaId', member: 'clientes' },
];

/** Every operation; `giveDemoSeller` creates the client that some of them request. */
export const CALLS: readonly Call[] = [
  {
    path: '/Login/Login',
    verbs: ['POST'],
    member: 'pessoa',
    withData: true,
    key: 'none',
    body: DEMO_SELLER,
  },
  ...INSERTS,
  ...LISTS,
  { ...GET_BY, path: '/Cliente/GetById', member: 'cliente' },
];

/** Creates a category, a terminal and a client for the demo seller; returns the client's id. */
export async function giveDemoSeller(service: TestService): Promise<unknown> {
  answered(await post(service, '/ProdutoCategoria/Insert', { nome: 'Bebidas' }, DEMO_KEY));
  answered(await post(service, '/Terminal/Insert', { nome: 'Caixa 1' }, DEMO_KEY));
  const client = await post(service, '/Cliente/Insert', { cpfCnpj: '12345678909' }, DEMO_KEY);
  return objectIn(answered(client), 'cliente').id;
}
