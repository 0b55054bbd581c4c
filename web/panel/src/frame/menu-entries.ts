import type { IconName } from '../ui/text/icon.tsx';

export interface MenuEntry {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  /** Permission that shows it; undefined: everybody. */
  readonly permission?: string;
  /** Only in the sandbox. */
  readonly sandboxOnly?: boolean;
  /** What waits there is counted beside it. */
  readonly counts?: 'attention' | 'activations';
  /** Label for an integrator. */
  readonly ofIntegrator?: string;
}

export interface MenuGroup {
  readonly title: string | undefined;
  /** Belongs to one shop: the platform's team sees it only with a selected shop. */
  readonly ofOneShop?: true;
  readonly entries: readonly MenuEntry[];
}

/** The menu of all roles; entries without permission are left out. A screen is listed once its API exists. */
const MENU: readonly MenuGroup[] = [
  {
    title: undefined,
    entries: [
      { to: '/inicio', label: 'Início', icon: 'home', permission: 'sales.read' },
      { to: '/vendas', label: 'Vendas', icon: 'receipt', permission: 'sales.read' },
      { to: '/recebimentos', label: 'Recebimentos', icon: 'calendar', permission: 'sales.read' },
      { to: '/disputas', label: 'Disputas', icon: 'shield', permission: 'sales.read' },
      { to: '/conciliacao', label: 'Conciliação', icon: 'check', permission: 'sales.read' },
    ],
  },
  {
    title: undefined,
    ofOneShop: true,
    entries: [{ to: '/cobrar', label: 'Cobrar', icon: 'pix', permission: 'sales.sell' }],
  },
  {
    title: 'Plataforma',
    entries: [
      {
        to: '/precisa-de-atencao',
        label: 'Precisa de atenção',
        icon: 'warning',
        permission: 'platform.attention.read',
        counts: 'attention',
      },
      {
        to: '/ativacoes',
        label: 'Ativações',
        icon: 'check',
        permission: 'platform.persons.activate',
        counts: 'activations',
      },
      {
        to: '/adquirentes',
        label: 'Adquirentes',
        icon: 'card',
        permission: 'platform.acquirers.read',
      },
      {
        to: '/pessoas',
        label: 'Pessoas',
        ofIntegrator: 'Lojas',
        icon: 'building',
        permission: 'persons.read',
      },
      { to: '/auditoria', label: 'Auditoria', icon: 'list', permission: 'platform.audit.read' },
      { to: '/saude', label: 'Saúde', icon: 'heart', permission: 'platform.health.read' },
    ],
  },
  {
    title: 'Loja',
    ofOneShop: true,
    entries: [
      { to: '/caixa', label: 'Caixa', icon: 'cart', permission: 'sales.sell' },
      { to: '/caixa/fechamentos', label: 'Fechamentos de caixa', icon: 'cash', permission: 'sales.read' },
      { to: '/pedidos', label: 'Pedidos', icon: 'note', permission: 'sales.read' },
      { to: '/links', label: 'Links de pagamento', icon: 'link', permission: 'links.read' },
      { to: '/boletos', label: 'Boletos', icon: 'barcode', permission: 'sales.read' },
      { to: '/produtos', label: 'Produtos', icon: 'box', permission: 'catalogue.read' },
      { to: '/terminais', label: 'Terminais', icon: 'screen', permission: 'terminals.read' },
      {
        to: '/formas-de-pagamento',
        label: 'Formas de pagamento',
        icon: 'card',
        permission: 'catalogue.read',
      },
      { to: '/clientes', label: 'Clientes', icon: 'person', permission: 'clients.read' },
      { to: '/recorrencias', label: 'Recorrências', icon: 'refresh', permission: 'clients.read' },
    ],
  },
  {
    title: 'Integração',
    entries: [
      { to: '/avisos', label: 'Avisos', icon: 'bell', permission: 'postbacks.read' },
      { to: '/rotas', label: 'Rotas', icon: 'filter', permission: 'routing.read' },
      { to: '/chaves', label: 'Chaves', icon: 'key', permission: 'keys.read' },
      { to: '/testes', label: 'Testes', icon: 'sparkle', permission: 'tests.use', sandboxOnly: true },
    ],
  },
  {
    title: 'Conta',
    entries: [
      { to: '/equipe', label: 'Equipe', icon: 'people', permission: 'team.read' },
      { to: '/seguranca', label: 'Segurança', icon: 'shield' },
      { to: '/configuracoes', label: 'Configurações', icon: 'sliders', permission: 'settings.read' },
    ],
  },
];

interface MenuFor {
  readonly permissions: readonly string[];
  readonly mode: string;
  readonly isForOneShop: boolean;
}

/** What of the menu somebody may open. */
export function menuOf({ permissions, mode, isForOneShop }: MenuFor): readonly MenuGroup[] {
  return MENU.filter(({ ofOneShop }) => isForOneShop || !ofOneShop)
    .map((group) => ({
      ...group,
      entries: group.entries.filter(
        ({ permission, sandboxOnly }) =>
          (permission === undefined || permissions.includes(permission)) &&
          (!sandboxOnly || mode === 'sandbox'),
      ),
    }))
    .filter(({ entries }) => entries.length > 0);
}

const MAX_FOUND = 5;

/** The screens whose name contains a text, whatever its accents; those that begin with it first. */
export function screensNamed(groups: readonly MenuGroup[], text: string): readonly MenuEntry[] {
  const wanted = bare(text);
  if (wanted.length < 2) return [];
  const found = groups.flatMap(({ entries }) => entries).filter(({ label }) => bare(label).includes(wanted));
  return found
    .toSorted(
      (one, other) =>
        Number(bare(other.label).startsWith(wanted)) - Number(bare(one.label).startsWith(wanted)),
    )
    .slice(0, MAX_FOUND);
}

function bare(text: string): string {
  return text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}
