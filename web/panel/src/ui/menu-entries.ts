import type { IconName } from './icon.tsx';

export interface MenuEntry {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  /** Shown to those who may; undefined: to everybody. */
  readonly permission?: string;
  /** Only where nothing is charged for real. */
  readonly sandboxOnly?: boolean;
}

export interface MenuGroup {
  readonly title: string | undefined;
  readonly entries: readonly MenuEntry[];
}

/** The menu of all roles; what a role may not see is left out. A screen is listed here once its calls are served. */
export const MENU: readonly MenuGroup[] = [
  {
    title: undefined,
    entries: [
      { to: '/inicio', label: 'Início', icon: 'home', permission: 'sales.read' },
      { to: '/vendas', label: 'Vendas', icon: 'receipt', permission: 'sales.read' },
    ],
  },
  {
    title: 'Loja',
    entries: [
      { to: '/produtos', label: 'Produtos', icon: 'box', permission: 'catalogue.read' },
      { to: '/terminais', label: 'Terminais', icon: 'screen', permission: 'terminals.read' },
      { to: '/formas-de-pagamento', label: 'Pagamento', icon: 'card', permission: 'catalogue.read' },
      { to: '/clientes', label: 'Clientes', icon: 'person', permission: 'clients.read' },
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
      { to: '/equipe', label: 'Equipe', icon: 'person', permission: 'team.read' },
      { to: '/seguranca', label: 'Segurança', icon: 'shield' },
      { to: '/configuracoes', label: 'Configurações', icon: 'sliders', permission: 'settings.read' },
    ],
  },
];
