import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { picture } from '../../src/operations/photos/test-images.ts';
import type { ClientCardRow } from '../../src/panel/clients/schema.ts';
import { type Browser, browserOf, okJson } from '../contract/panel/panel-client.ts';
import { submit } from '../support/hosted-page.ts';
import { giveUpNewestSale } from '../support/manual-case.ts';
import { answered, DEMO_KEY, objectIn, post } from '../support/operations-client.ts';
import { saleCall } from '../support/sale-calls.ts';
import { saleOf } from '../support/sales.ts';
import type { TestService } from '../support/service.ts';
import { totpCode } from '../support/totp-code.ts';
import { until } from '../support/waiting.ts';
import { type Examples, makeExamples } from './panel-screens.ts';
import type { serviceWithPlace } from './stage.ts';

const TEF_CREDIT = 21;
const PASSWORD = 'capivara lilás 17';

/** A dialog, and the button that opens it. */
export interface Opened {
  /** Below `web/panel/src`. */
  readonly file: string;
  /** Of a screen, with the names of its router. */
  readonly path: string;
  readonly button: string | RegExp;
  /** What is done on the screen before. */
  readonly first?: (page: Page) => Promise<unknown>;
}

const till = (id: 'till' | 'products') => `/caixa#${id}`;

export const BY_SELLER: readonly Opened[] = [
  { file: 'screens/sale/movement-dialog', path: '/vendas/$id', button: 'Estornar' },
  { file: 'screens/sales/export-dialog', path: '/vendas', button: 'Exportar' },
  { file: 'screens/receivables/bank-upload', path: '/recebimentos', button: 'Enviar extrato do banco' },
  { file: 'screens/team/invite-dialog', path: '/equipe', button: 'Convidar' },
  { file: 'screens/team/team', path: '/equipe', button: 'Encerrar acesso' },
  { file: 'session/link-dialog', path: '/equipe', button: 'Novo link' },
  { file: 'session/remove-factor-dialog', path: '/equipe', button: /^Remover segundo fator de/ },
  { file: 'screens/keys/new-key-dialog', path: '/chaves', button: 'Nova chave' },
  { file: 'screens/keys/keys', path: '/chaves', button: /^Revogar .*Loja virtual/ },
  { file: 'screens/keys/checkout-id-dialogs', path: '/chaves', button: 'Novo identificador' },
  { file: 'screens/keys/checkout-id-dialogs', path: '/chaves', button: 'Ver código de Site da loja' },
  { file: 'screens/keys/checkout-ids', path: '/chaves', button: 'Revogar Site da loja' },
  { file: 'screens/postbacks/test-address-dialog', path: '/avisos', button: 'Testar um endereço' },
  { file: 'screens/categories/category-dialog', path: '/categorias', button: 'Nova categoria' },
  { file: 'screens/categories/delete-category-dialog', path: '/categorias', button: 'Excluir Café' },
  { file: 'screens/shifts/close-dialog', path: '/caixa/fechamentos/$id', button: 'Fechar o caixa' },
  { file: 'screens/shifts/cash-dialog', path: '/caixa/fechamentos/$id', button: 'Pôr dinheiro' },
  { file: 'screens/shifts/cash-dialog', path: '/caixa/fechamentos/$id', button: 'Tirar dinheiro' },
  { file: 'screens/shifts/open-dialog', path: till('till'), button: 'Abrir o caixa' },
  {
    file: 'screens/till/cash-dialog',
    path: till('till'),
    button: /^Dinheiro/,
    first: (page) => page.getByLabel('Valor da venda').fill('1250'),
  },
  {
    file: 'screens/till/method-buttons',
    path: till('till'),
    button: /^Mais outras/,
    first: (page) => page.getByLabel('Valor da venda').fill('1250'),
  },
  { file: 'screens/till/product-picker', path: till('products'), button: /^Encomenda/ },
  { file: 'screens/links/link', path: '/links/$id', button: 'Desativar' },
  { file: 'screens/orders/order', path: '/pedidos/$id', button: 'Cancelar pedido' },
  { file: 'screens/recurrences/recurrence', path: '/recorrencias/$id', button: 'Cancelar recorrência' },
  { file: 'screens/recurrences/pause-button', path: '/recorrencias/$id', button: 'Pausar' },
  { file: 'screens/clients/client-cards', path: '/clientes/$id', button: /^Apagar Visa/ },
  { file: 'screens/terminals/pair-dialog', path: '/terminais/$id', button: /^Parear/ },
  { file: 'screens/terminals/payment-client', path: '/terminais/$id', button: 'Desparear' },
  { file: 'screens/till-sales/cancel-dialog', path: '/caixa/vendas/$id', button: 'Desistir da venda' },
  { file: 'screens/routing/version', path: '/rotas/$version', button: 'Ativar esta versão' },
  { file: 'screens/routing/routing', path: '/rotas', button: 'Desativar as rotas' },
  { file: 'screens/disputes/step-dialog', path: '/disputas/$id', button: 'Registrar a resposta' },
  { file: 'screens/disputes/step-dialog', path: '/disputas/$id', button: 'Aceitar a contestação' },
  { file: 'screens/disputes/dispute-files', path: '/disputas/$id', button: 'Tirar nota.png' },
];

export const BY_OPERATOR: readonly Opened[] = [
  { file: 'screens/acquirers/account', path: '/adquirentes/$id', button: 'Remover a conta' },
  { file: 'screens/acquirers/account-pause', path: '/adquirentes/$id', button: 'Pausar' },
  { file: 'screens/persons/reason-dialog', path: '/pessoas/$id', button: 'Desativar' },
  {
    file: 'screens/attention/settle-dialog',
    path: '/precisa-de-atencao',
    button: /^Encerrar com a resposta/,
  },
];

/** Dialogs that need more than a button of their screen. Each has a test of its own beside that of the others. */
export const BY_THEMSELVES = [
  // A test of charges in the panel opens it, for a slip that waits.
  'screens/sale/due-date-dialog',
  'screens/sales/delete-view-dialog',
  'screens/sales/save-view-dialog',
  'screens/keys/made-key-dialog',
  'screens/security/passkey-dialog',
  'screens/security/passkeys',
  'session/ended-dialog',
  'session/ending-dialog',
  'session/step-up-dialog',
] as const;

/** Makes what the dialogs are about. Gives the addresses of their screens, by the names in the lists. */
export async function makeDialogRecords(scene: ReturnType<typeof serviceWithPlace>): Promise<Examples> {
  const { service, place } = scene;
  const examples = await makeExamples(service);
  const seller = browserOf(service);
  okJson(await seller.logIn());
  okJson(await seller.call('POST', '/keys', { kind: 'api', label: 'Loja virtual' }));
  okJson(await seller.call('POST', '/checkout-ids', { label: 'Site da loja', origins: [] }));
  const file = (await picture('png', { width: 40, height: 30 })).toString('base64');
  const dispute = (examples['/disputas/$id'] ?? '').replace('disputas', 'disputes');
  okJson(await seller.call('POST', `${dispute}/files`, { name: 'nota.png', file }));
  okJson(await seller.call('POST', '/views', { screen: 'sales', name: 'Natal', columns: [], shared: false }));
  await withCard(service, seller, examples['/clientes/$id'] ?? '');
  await memberWithFactor(service, seller);
  const terminal = async (nome: string, settings: object) => {
    const made = await post(service, '/Terminal/Insert', { nome, habilitarPDV: true, ...settings }, DEMO_KEY);
    return Number(objectIn(answered(made), 'terminal').id);
  };
  const closed = await terminal('Fechado', {});
  const paired = await terminal('Pareado', {});
  answered(await post(service, '/ClientePagamento/Insert', { terminalId: paired }, DEMO_KEY));
  // Nobody takes it: the client is not there.
  const asked = { terminalId: paired, formaPagamentoId: TEF_CREDIT, valorTotalVendido: '20,00' };
  const waiting = objectIn(answered(await post(service, '/Venda/Vender', asked, DEMO_KEY)), 'intencaoVenda');
  const selling = await terminal('Produtos', { vendaPorProduto: true, vendaPorValor: false });
  answered(await post(service, '/Produto/Insert', { nome: 'Encomenda' }, DEMO_KEY));
  const { routing } = service.rooms();
  const rules = [{ name: 'Parcelado', when: { installments: { from: 7 } }, accounts: ['REDE'] }];
  await routing.activate(1, await routing.add(1, { rules }));
  await service.send(saleCall(saleOf({ referenceId: 'sem-resposta' })));
  await giveUpNewestSale(place());
  return {
    ...examples,
    '/terminais/$id': `/terminais/${paired}`,
    '/caixa/vendas/$id': `/caixa/vendas/${waiting.id}`,
    [till('till')]: String(closed),
    [till('products')]: String(selling),
  };
}

async function withCard(service: TestService, seller: Browser, client: string): Promise<void> {
  const path = `${client.replace('clientes', 'clients')}/cards`;
  const cards = async (method: string) =>
    okJson<{ items: ClientCardRow[] }>(await seller.call(method, path)).items;
  const [asked] = await cards('POST');
  await submit(service, new URL(asked?.formUrl ?? '').pathname, { validade: '12/2035' });
  await until('the card is kept', async () => (await cards('GET'))[0]?.state === 'kept');
}

async function memberWithFactor(service: TestService, seller: Browser): Promise<void> {
  const email = `${randomUUID()}@loja.example`;
  const { link } = okJson<{ link: { url: string } }>(
    await seller.call('POST', '/team', { name: 'Lia Reis', email, role: 'read' }),
  );
  const member = browserOf(service);
  const token = link.url.split('#')[1] ?? '';
  okJson(await member.call('POST', '/invitation/join', { token, password: PASSWORD }));
  okJson(await member.logIn({ login: email, password: PASSWORD }));
  const { secret } = okJson<{ secret: string }>(await member.call('POST', '/security/second-factor'));
  const code = totpCode(secret, service.clock.now());
  okJson(await member.call('POST', '/security/second-factor/confirm', { code }));
}
