import type { ReactNode } from 'react';
import type { Home } from '../../../../../src/panel/home/schema.ts';
import { money, some } from '../../ui/text/format.ts';
import { shownHours, weekdayOf } from './bar-words.ts';
import styles from './home.module.css';

/** The day by hours, or the period by days. */
export function Bars({ home }: { readonly home: Home }) {
  const { hours, byDay } = home;
  if (!hours) {
    const rows = byDay.map((day) => ({ ...day, key: day.day, label: weekdayOf(day.day) }));
    return <BarTable caption="Confirmado por dia" rows={rows} />;
  }
  const rows = shownHours(hours.bars).map(({ hour, ...bar }) => ({
    ...bar,
    key: String(hour),
    label: `${String(hour).padStart(2, '0')}h`,
  }));
  return (
    <>
      <BarTable caption="Confirmado por hora" rows={rows} />
      {hours.bounded && (
        <p className={`soft ${styles.bounded}`}>
          São tantas vendas que só as últimas 5.000 entram por hora; os totais acima contam todas.
        </p>
      )}
    </>
  );
}

interface Bar {
  readonly key: string;
  readonly label: string;
  readonly confirmedSum: number;
  readonly confirmedCount: number;
}

function BarTable({ caption, rows }: { readonly caption: string; readonly rows: readonly Bar[] }) {
  const most = Math.max(1, ...rows.map(({ confirmedSum }) => confirmedSum));
  if (rows.length === 0) return <p className="soft">Nenhuma venda confirmada ainda.</p>;
  return (
    <table className={styles.bars}>
      <caption className="visually-hidden">{caption}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Quando</th>
          <th scope="col">Confirmado</th>
          <th scope="col">Vendas</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, confirmedSum, confirmedCount }) => (
          <tr key={key} className={confirmedCount === 0 ? styles.none : undefined}>
            <th scope="row">{label}</th>
            <td>
              <Track share={confirmedSum / most}>{money(confirmedSum)}</Track>
            </td>
            <td>{some(confirmedCount, 'venda', 'vendas')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A bar as long as its share, and its figure at its end. */
function Track({ share, children }: { readonly share: number; readonly children: ReactNode }) {
  return (
    <span className={styles.track}>
      <span className={styles.bar} style={{ flexGrow: share }} aria-hidden="true" />
      <b className="number">{children}</b>
      <span style={{ flexGrow: 1 - share }} />
    </span>
  );
}
