import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { money } from '../../ui/text/format.ts';
import { Icon } from '../../ui/text/icon.tsx';
import { dayAfter } from '../receivables/receivable-search.ts';
import styles from './home.module.css';

const REFRESH_MS = 60_000;
/** As the service counts them. */
const SOON_DAYS = 30;
const LATE_DAYS = 90;

/** What comes of sales in the next days. Nothing where none is to come. */
export function ToCome() {
  const { data } = useQuery({
    queryKey: ['receivables-soon'],
    queryFn: ({ signal }) => call('GET /receivables/soon', { signal }),
    refetchInterval: REFRESH_MS,
  });
  if (!data || (data.soon === 0 && data.paidToday === 0 && data.dueToday === 0 && data.late === 0))
    return null;
  return (
    <section className={styles.needs} aria-labelledby="a-receber">
      <h2 id="a-receber">Recebimentos</h2>
      <ul>
        <li>
          <Link
            to="/recebimentos"
            search={{ situacao: 'expected', de: data.today, ate: dayAfter(data.today, SOON_DAYS) }}
          >
            <Icon name="calendar" size={17} />A receber em 30 dias: {money(data.soon)}
            <Icon name="forward" size={15} />
          </Link>
        </li>
        <li>
          <Link to="/recebimentos" search={{ mes: data.today.slice(0, 7), dia: data.today }}>
            <Icon name="cash" size={17} />
            {data.paidToday === 0 ? 'Cai hoje' : 'Previsto para hoje'}: {money(data.dueToday)}
            <Icon name="forward" size={15} />
          </Link>
        </li>
        {data.paidToday !== 0 && (
          <li>
            <Link to="/conciliacao">
              <Icon name="check" size={17} />
              Caiu hoje: {money(data.paidToday)}
              <Icon name="forward" size={15} />
            </Link>
          </li>
        )}
        {data.late !== 0 && (
          <li>
            <Link
              to="/recebimentos"
              search={{ situacao: 'late', de: dayAfter(data.today, -LATE_DAYS), ate: data.today }}
            >
              <Icon name="warning" size={17} />
              Sem confirmação da adquirente, em 90 dias: {money(data.late)}
              <Icon name="forward" size={15} />
            </Link>
          </li>
        )}
      </ul>
    </section>
  );
}
