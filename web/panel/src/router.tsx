import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { Frame } from './frame/frame.tsx';
import { readAuditSearch } from './screens/audit/audit-search.ts';
import { readBankLinesSearch } from './screens/bank-lines/bank-lines-search.ts';
import { readDisputeSearch } from './screens/disputes/dispute-search.ts';
import { readHomeSearch } from './screens/home/home-period.ts';
import { STATUS_CHOICES as ORDER_STATES } from './screens/orders/order-search.ts';
import { readPersonSearch } from './screens/persons/person-search.ts';
import { readPostbackSearch } from './screens/postbacks/postback-words.ts';
import { readReceivableSearch } from './screens/receivables/receivable-search.ts';
import {
  readPayoutSearch,
  readReconciliationSearch,
} from './screens/reconciliation/reconciliation-search.ts';
import { readRecurrenceSearch } from './screens/recurrences/recurrence-search.ts';
import { readSaleSearch } from './screens/sales/sale-search.ts';
import { readShiftSearch } from './screens/shifts/shift-search.ts';
import { readSlipSearch } from './screens/slips/slip-search.ts';
import { readTillSearch } from './screens/till/till-search.ts';
import { sessionQuery } from './session/session.ts';
import { readArchivableSearch, readListSearch } from './ui/lists/list-search.ts';
import { readReferenceSearch } from './ui/lists/reference-search.ts';
import { ErrorScreen } from './ui/screens/error-screen.tsx';

interface RouterContext {
  readonly queryClient: QueryClient;
}

const root = createRootRouteWithContext<RouterContext>()({ component: Outlet, errorComponent: ErrorScreen });

const logIn = createRoute({
  getParentRoute: () => root,
  path: '/entrar',
  validateSearch: (search: Record<string, unknown>): { depois?: string; motivo?: string } => ({
    ...(isOwnPath(search.depois) ? { depois: search.depois } : {}),
    ...(search.motivo === 'sessao' || search.motivo === 'senha' ? { motivo: search.motivo } : {}),
  }),
  component: lazyRouteComponent(() => import('./screens/log-in/log-in.tsx'), 'LogIn'),
});

/** All screens behind the login. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Frame,
  beforeLoad: async ({ context, location }) => {
    const me = await context.queryClient.ensureQueryData(sessionQuery);
    if (!me) throw redirect({ to: '/entrar', search: { depois: location.href } });
    const { required, enabled } = me.secondFactor;
    if (required && !enabled && location.pathname !== '/seguranca') throw redirect({ to: '/seguranca' });
    return { me };
  },
});

const start = createRoute({
  getParentRoute: () => inside,
  path: '/',
  beforeLoad: ({ context: { me } }) => {
    throw redirect({ to: me.permissions.includes('sales.read') ? '/inicio' : '/seguranca' });
  },
});

const home = createRoute({
  getParentRoute: () => inside,
  path: '/inicio',
  validateSearch: readHomeSearch,
  component: lazyRouteComponent(() => import('./screens/home/home.tsx'), 'HomeScreen'),
});

const postbacks = createRoute({
  getParentRoute: () => inside,
  path: '/avisos',
  validateSearch: readPostbackSearch,
  component: lazyRouteComponent(() => import('./screens/postbacks/postbacks.tsx'), 'PostbacksScreen'),
});

const postback = createRoute({
  getParentRoute: () => inside,
  path: '/avisos/$transactionId/$version',
  component: lazyRouteComponent(() => import('./screens/postbacks/postback.tsx'), 'PostbackScreen'),
});

const receipt = createRoute({
  getParentRoute: () => inside,
  path: '/vendas/$id/comprovante',
  component: lazyRouteComponent(() => import('./screens/receipt/receipt.tsx'), 'ReceiptScreen'),
});

const sales = createRoute({
  getParentRoute: () => inside,
  path: '/vendas',
  validateSearch: readSaleSearch,
  component: lazyRouteComponent(() => import('./screens/sales/sales.tsx'), 'SalesScreen'),
});

const sale = createRoute({
  getParentRoute: () => inside,
  path: '/vendas/$id',
  component: lazyRouteComponent(() => import('./screens/sale/sale.tsx'), 'SaleScreen'),
});

const receivables = createRoute({
  getParentRoute: () => inside,
  path: '/recebimentos',
  validateSearch: readReceivableSearch,
  component: lazyRouteComponent(() => import('./screens/receivables/receivables.tsx'), 'ReceivablesScreen'),
});

const disputes = createRoute({
  getParentRoute: () => inside,
  path: '/disputas',
  validateSearch: readDisputeSearch,
  component: lazyRouteComponent(() => import('./screens/disputes/disputes.tsx'), 'DisputesScreen'),
});

const slips = createRoute({
  getParentRoute: () => inside,
  path: '/boletos',
  validateSearch: readSlipSearch,
  component: lazyRouteComponent(() => import('./screens/slips/slips.tsx'), 'SlipsScreen'),
});

const dispute = createRoute({
  getParentRoute: () => inside,
  path: '/disputas/$id',
  component: lazyRouteComponent(() => import('./screens/disputes/dispute.tsx'), 'DisputeScreen'),
});

const newDispute = createRoute({
  getParentRoute: () => inside,
  path: '/vendas/$id/disputa',
  component: lazyRouteComponent(() => import('./screens/disputes/new-dispute.tsx'), 'NewDisputeScreen'),
});

const reconciliation = createRoute({
  getParentRoute: () => inside,
  path: '/conciliacao',
  validateSearch: readReconciliationSearch,
  component: lazyRouteComponent(
    () => import('./screens/reconciliation/reconciliation.tsx'),
    'ReconciliationScreen',
  ),
});

const bankLines = createRoute({
  getParentRoute: () => inside,
  path: '/recebimentos/banco',
  validateSearch: readBankLinesSearch,
  component: lazyRouteComponent(() => import('./screens/bank-lines/bank-lines.tsx'), 'BankLinesScreen'),
});

const payout = createRoute({
  getParentRoute: () => inside,
  path: '/conciliacao/pagamentos/$id',
  validateSearch: readPayoutSearch,
  component: lazyRouteComponent(() => import('./screens/reconciliation/payout.tsx'), 'PayoutScreen'),
});

const security = createRoute({
  getParentRoute: () => inside,
  path: '/seguranca',
  component: lazyRouteComponent(() => import('./screens/security/security.tsx'), 'SecurityScreen'),
});

const team = createRoute({
  getParentRoute: () => inside,
  path: '/equipe',
  component: lazyRouteComponent(() => import('./screens/team/team.tsx'), 'TeamScreen'),
});

const links = createRoute({
  getParentRoute: () => inside,
  path: '/links',
  component: lazyRouteComponent(() => import('./screens/links/links.tsx'), 'LinksScreen'),
});

const routing = createRoute({
  getParentRoute: () => inside,
  path: '/rotas',
  component: lazyRouteComponent(() => import('./screens/routing/routing.tsx'), 'RoutingScreen'),
});

const newRules = createRoute({
  getParentRoute: () => inside,
  path: '/rotas/nova',
  validateSearch: (search: Record<string, unknown>): { de?: number } =>
    Number.isSafeInteger(search.de) ? { de: Number(search.de) } : {},
  component: lazyRouteComponent(() => import('./screens/routing/rules-editor.tsx'), 'NewRulesScreen'),
});

const rulesVersion = createRoute({
  getParentRoute: () => inside,
  path: '/rotas/$version',
  component: lazyRouteComponent(() => import('./screens/routing/version.tsx'), 'RulesVersionScreen'),
});

const newLink = createRoute({
  getParentRoute: () => inside,
  path: '/links/novo',
  component: lazyRouteComponent(() => import('./screens/links/new-link.tsx'), 'NewLinkScreen'),
});

const link = createRoute({
  getParentRoute: () => inside,
  path: '/links/$id',
  component: lazyRouteComponent(() => import('./screens/links/link.tsx'), 'LinkScreen'),
});

const products = createRoute({
  getParentRoute: () => inside,
  path: '/produtos',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./screens/products/products.tsx'), 'ProductsScreen'),
});

const newProduct = createRoute({
  getParentRoute: () => inside,
  path: '/produtos/novo',
  component: lazyRouteComponent(() => import('./screens/products/product.tsx'), 'NewProductScreen'),
});

const product = createRoute({
  getParentRoute: () => inside,
  path: '/produtos/$id',
  component: lazyRouteComponent(() => import('./screens/products/product.tsx'), 'ProductScreen'),
});

const categories = createRoute({
  getParentRoute: () => inside,
  path: '/categorias',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./screens/categories/categories.tsx'), 'CategoriesScreen'),
});

const terminals = createRoute({
  getParentRoute: () => inside,
  path: '/terminais',
  validateSearch: readArchivableSearch,
  component: lazyRouteComponent(() => import('./screens/terminals/terminals.tsx'), 'TerminalsScreen'),
});

const newTerminal = createRoute({
  getParentRoute: () => inside,
  path: '/terminais/novo',
  component: lazyRouteComponent(() => import('./screens/terminals/terminal.tsx'), 'NewTerminalScreen'),
});

const terminal = createRoute({
  getParentRoute: () => inside,
  path: '/terminais/$id',
  component: lazyRouteComponent(() => import('./screens/terminals/terminal.tsx'), 'TerminalScreen'),
});

const paymentMethods = createRoute({
  getParentRoute: () => inside,
  path: '/formas-de-pagamento',
  component: lazyRouteComponent(
    () => import('./screens/payment-methods/payment-methods.tsx'),
    'PaymentMethodsScreen',
  ),
});

const clients = createRoute({
  getParentRoute: () => inside,
  path: '/clientes',
  validateSearch: readArchivableSearch,
  component: lazyRouteComponent(() => import('./screens/clients/clients.tsx'), 'ClientsScreen'),
});

const newClient = createRoute({
  getParentRoute: () => inside,
  path: '/clientes/novo',
  component: lazyRouteComponent(() => import('./screens/clients/client.tsx'), 'NewClientScreen'),
});

const clientRecord = createRoute({
  getParentRoute: () => inside,
  path: '/clientes/$id',
  component: lazyRouteComponent(() => import('./screens/clients/client.tsx'), 'ClientScreen'),
});

const till = createRoute({
  getParentRoute: () => inside,
  path: '/caixa',
  validateSearch: readTillSearch,
  component: lazyRouteComponent(() => import('./screens/till/till.tsx'), 'TillScreen'),
});

/** All sales are in one list; bookmarks of the earlier list of the till's lead there. */
const tillSales = createRoute({
  getParentRoute: () => inside,
  path: '/caixa/vendas',
  beforeLoad: () => {
    throw redirect({ to: '/vendas', search: { channel: 'till' }, replace: true });
  },
});

const tillSale = createRoute({
  getParentRoute: () => inside,
  path: '/caixa/vendas/$id',
  component: lazyRouteComponent(() => import('./screens/till-sales/till-sale.tsx'), 'TillSaleScreen'),
});

const shifts = createRoute({
  getParentRoute: () => inside,
  path: '/caixa/fechamentos',
  validateSearch: readShiftSearch,
  component: lazyRouteComponent(() => import('./screens/shifts/shifts.tsx'), 'ShiftsScreen'),
});

const shift = createRoute({
  getParentRoute: () => inside,
  path: '/caixa/fechamentos/$id',
  component: lazyRouteComponent(() => import('./screens/shifts/shift.tsx'), 'ShiftScreen'),
});

/** `venda`: the Pix that is shown; `forma`: another kind than a Pix. */
const charge = createRoute({
  getParentRoute: () => inside,
  path: '/cobrar',
  validateSearch: (search: Record<string, unknown>): { venda?: string; forma?: 'boleto' } => ({
    ...(typeof search.venda === 'string' && { venda: search.venda }),
    ...(search.forma === 'boleto' && { forma: search.forma }),
  }),
  component: lazyRouteComponent(() => import('./screens/charge/charge.tsx'), 'ChargeScreen'),
});

const orders = createRoute({
  getParentRoute: () => inside,
  path: '/pedidos',
  validateSearch: (search: Record<string, unknown>) => readReferenceSearch(search, ORDER_STATES),
  component: lazyRouteComponent(() => import('./screens/orders/orders.tsx'), 'OrdersScreen'),
});

const newOrder = createRoute({
  getParentRoute: () => inside,
  path: '/pedidos/novo',
  component: lazyRouteComponent(() => import('./screens/orders/new-order.tsx'), 'NewOrderScreen'),
});

const order = createRoute({
  getParentRoute: () => inside,
  path: '/pedidos/$id',
  component: lazyRouteComponent(() => import('./screens/orders/order.tsx'), 'OrderScreen'),
});

const recurrences = createRoute({
  getParentRoute: () => inside,
  path: '/recorrencias',
  validateSearch: readRecurrenceSearch,
  component: lazyRouteComponent(() => import('./screens/recurrences/recurrences.tsx'), 'RecurrencesScreen'),
});

/** `cliente`: whose card is charged. */
const newRecurrence = createRoute({
  getParentRoute: () => inside,
  path: '/recorrencias/nova',
  validateSearch: (search: Record<string, unknown>): { cliente?: number } =>
    Number.isSafeInteger(search.cliente) ? { cliente: Number(search.cliente) } : {},
  component: lazyRouteComponent(
    () => import('./screens/recurrences/new-recurrence.tsx'),
    'NewRecurrenceScreen',
  ),
});

const recurrence = createRoute({
  getParentRoute: () => inside,
  path: '/recorrencias/$id',
  component: lazyRouteComponent(() => import('./screens/recurrences/recurrence.tsx'), 'RecurrenceScreen'),
});

const tests = createRoute({
  getParentRoute: () => inside,
  path: '/testes',
  component: lazyRouteComponent(() => import('./screens/tests/tests.tsx'), 'TestsScreen'),
});

const settings = createRoute({
  getParentRoute: () => inside,
  path: '/configuracoes',
  component: lazyRouteComponent(() => import('./screens/settings/settings.tsx'), 'SettingsScreen'),
});

const keys = createRoute({
  getParentRoute: () => inside,
  path: '/chaves',
  component: lazyRouteComponent(() => import('./screens/keys/keys.tsx'), 'KeysScreen'),
});

const attention = createRoute({
  getParentRoute: () => inside,
  path: '/precisa-de-atencao',
  component: lazyRouteComponent(() => import('./screens/attention/attention.tsx'), 'AttentionScreen'),
});

const audit = createRoute({
  getParentRoute: () => inside,
  path: '/auditoria',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('./screens/audit/audit.tsx'), 'AuditScreen'),
});

const health = createRoute({
  getParentRoute: () => inside,
  path: '/saude',
  component: lazyRouteComponent(() => import('./screens/health/health.tsx'), 'HealthScreen'),
});

const acquirers = createRoute({
  getParentRoute: () => inside,
  path: '/adquirentes',
  component: lazyRouteComponent(() => import('./screens/acquirers/acquirers.tsx'), 'AcquirersScreen'),
});

const newAcquirer = createRoute({
  getParentRoute: () => inside,
  path: '/adquirentes/nova',
  component: lazyRouteComponent(() => import('./screens/acquirers/account-form.tsx'), 'NewAccountScreen'),
});

const acquirer = createRoute({
  getParentRoute: () => inside,
  path: '/adquirentes/$id',
  component: lazyRouteComponent(() => import('./screens/acquirers/account.tsx'), 'AccountScreen'),
});

const fees = createRoute({
  getParentRoute: () => inside,
  path: '/adquirentes/$id/taxas',
  component: lazyRouteComponent(() => import('./screens/acquirers/fees.tsx'), 'FeesScreen'),
});

const newFees = createRoute({
  getParentRoute: () => inside,
  path: '/adquirentes/$id/taxas/nova',
  component: lazyRouteComponent(() => import('./screens/acquirers/new-fees.tsx'), 'NewFeesScreen'),
});

const activations = createRoute({
  getParentRoute: () => inside,
  path: '/ativacoes',
  component: lazyRouteComponent(() => import('./screens/activations/activations.tsx'), 'ActivationsScreen'),
});

const persons = createRoute({
  getParentRoute: () => inside,
  path: '/pessoas',
  validateSearch: readPersonSearch,
  component: lazyRouteComponent(() => import('./screens/persons/persons.tsx'), 'PersonsScreen'),
});

const newPerson = createRoute({
  getParentRoute: () => inside,
  path: '/pessoas/nova',
  component: lazyRouteComponent(() => import('./screens/persons/person-form.tsx'), 'NewPersonScreen'),
});

const person = createRoute({
  getParentRoute: () => inside,
  path: '/pessoas/$id',
  component: lazyRouteComponent(() => import('./screens/persons/person.tsx'), 'PersonScreen'),
});

const editPerson = createRoute({
  getParentRoute: () => inside,
  path: '/pessoas/$id/editar',
  component: lazyRouteComponent(() => import('./screens/persons/person-form.tsx'), 'EditPersonScreen'),
});

/** Any other address below the panel. */
const unknown = createRoute({
  getParentRoute: () => inside,
  path: '/$',
  component: lazyRouteComponent(() => import('./screens/unknown/unknown.tsx'), 'UnknownScreen'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/convite',
  component: lazyRouteComponent(() => import('./screens/invitation/invitation.tsx'), 'InvitationScreen'),
});

const shop = [
  settings,
  tests,
  links,
  newLink,
  link,
  products,
  newProduct,
  product,
  categories,
  terminals,
  newTerminal,
  terminal,
  paymentMethods,
  clients,
  newClient,
  clientRecord,
  charge,
  till,
  tillSales,
  tillSale,
  shifts,
  shift,
  orders,
  newOrder,
  order,
  recurrences,
  newRecurrence,
  recurrence,
];

const platform = [
  attention,
  audit,
  health,
  acquirers,
  newAcquirer,
  acquirer,
  fees,
  newFees,
  activations,
  persons,
  newPerson,
  person,
  editPerson,
];

/** Whether it is a path of the panel: after the login a link from elsewhere must not redirect to another site. */
function isOwnPath(value: unknown): value is string {
  return (
    typeof value === 'string' && value.startsWith('/') && !value.startsWith('//') && !value.includes('\\')
  );
}

export function createPanelRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: root.addChildren([
      logIn,
      invitation,
      inside.addChildren([
        start,
        home,
        sales,
        sale,
        receipt,
        receivables,
        slips,
        disputes,
        dispute,
        newDispute,
        reconciliation,
        payout,
        bankLines,
        postbacks,
        postback,
        security,
        team,
        keys,
        routing,
        newRules,
        rulesVersion,
        ...platform,
        ...shop,
        unknown,
      ]),
    ]),
    basepath: '/painel',
    context: { queryClient },
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPanelRouter>;
  }
}
