import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { some } from '../../ui/text/format.ts';
import { Icon } from '../../ui/text/icon.tsx';
import styles from './home.module.css';

const REFRESH_MS = 60_000;

/** Disputes that wait for an answer, and how long yet. Nothing where none does. */
export function DisputesToAnswer() {
  const { data } = useQuery({
    queryKey: ['disputes', 'to-answer'],
    queryFn: ({ signal }) => call('GET /disputes/to-answer', { signal }),
    refetchInterval: REFRESH_MS,
  });
  if (!data || data.count === 0) return null;
  const left = data.firstDaysLeft;
  const until =
    left === null
      ? ''
      : left <= 0
        ? ': o prazo acaba hoje'
        : `: ${some(left, 'dia', 'dias')} para a primeira`;
  return (
    <section className={styles.needs} aria-labelledby="disputas">
      <h2 id="disputas">Disputas</h2>
      <ul>
        <li>
          <Link to="/disputas">
            <Icon name="warning" size={17} />
            {some(data.count, 'disputa', 'disputas')} a responder{until}
            <Icon name="forward" size={15} />
          </Link>
        </li>
      </ul>
    </section>
  );
}
