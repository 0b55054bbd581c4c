import { Link } from '@tanstack/react-router';
import { useMay } from '../../session/session.ts';
import { Icon, type IconName } from '../../ui/text/icon.tsx';
import styles from './charge.module.css';

const WAYS: readonly {
  readonly to: string;
  readonly icon: IconName;
  readonly text: string;
  readonly permission: string;
}[] = [
  { to: '/links/novo', icon: 'link', text: 'Link de pagamento', permission: 'links.write' },
  {
    to: '/recorrencias/nova',
    icon: 'refresh',
    text: 'Cartão salvo: uma vez ou todo mês',
    permission: 'clients.write',
  },
  { to: '/caixa', icon: 'cart', text: 'Vender no caixa', permission: 'sales.sell' },
];

/** What a shop may do instead of charging here. */
export function OtherWays() {
  return (
    <nav className={styles.ways} aria-label="Outras formas de cobrar">
      <h2>Outras formas de cobrar</h2>
      <ul>
        {WAYS.map((way) => (
          <Way key={way.to} {...way} />
        ))}
      </ul>
    </nav>
  );
}

function Way({ to, icon, text, permission }: (typeof WAYS)[number]) {
  const may = useMay(permission as Parameters<typeof useMay>[0]);
  if (!may) return null;
  return (
    <li>
      <Link to={to}>
        <Icon name={icon} />
        {text}
        <Icon name="forward" size={15} />
      </Link>
    </li>
  );
}
