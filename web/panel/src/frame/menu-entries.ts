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
export const MENU: readonly MenuGroup[] = [
  {
    title: undefined,
    entries: [
      { to: '/inicio', label: 'Início', icon: 'home', permission: 'sales.read' },
      { to: '/vendas', label: 'Vendas', icon: 'receipt', permission: 'sales.read' },
    ],
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
      { to: '/pedidos', label: 'Pedidos', icon: 'note', permission: 'sales.read' },
      { to: '/links', label: 'Links de pagamento', icon: 'link', permission: 'links.read' },
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
