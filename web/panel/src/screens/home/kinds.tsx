import { Link } from '@tanstack/react-router';
import type { Home } from '../../../../../src/panel/home/schema.ts';
import { Kind } from '../../ui/feedback/kind.tsx';
import { money, some } from '../../ui/text/format.ts';
import styles from './home.module.css';

const PERCENT = new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 0 });

/** What buyers paid with, each leading to its sales. */
export function Kinds({ kinds, days }: Pick<Home, 'kinds' | 'days'>) {
  const all = kinds.reduce((sum, { confirmedSum }) => sum + confirmedSum, 0);
  if (all === 0) return <p className="soft">Nenhuma venda confirmada no período.</p>;
  return (
    <ul className={styles.kinds}>
      {kinds.map(({ kind, confirmedSum, confirmedCount }) => (
        <li key={kind}>
          <Link to="/vendas" search={{ kind, ...days }}>
            <Kind kind={kind} />
          </Link>
          <b className="number">{money(confirmedSum)}</b>
          <meter min={0} max={all} value={confirmedSum} aria-hidden="true" />
          <span className="soft">{some(confirmedCount, 'venda', 'vendas')}</span>
          <span className="soft number">{PERCENT.format(confirmedSum / all)}</span>
        </li>
      ))}
    </ul>
  );
}
